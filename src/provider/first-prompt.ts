/**
 * Keeps a first prompt a text. Agents take what begins with `/`, `!` or a dash, and words like `exit`, for commands of their own or
 * flags, in their arguments as at the keyboard. Pure.
 */

/** Reaches the model with the prompt, so it is one that changes nothing of what is asked. */
const INTRODUCTION = 'This is my message:';

/** Blanks, and what cannot be seen: agents trim them off. */
const LEADING = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u;
const HARMLESS_START = /^[\p{L}\p{N}"'“”‘’«»„(¿¡]/u;
/** Claude Code 2.1.332 ends at "exit" (run, 2026-11-30); the others are what terminal programs take for the same. */
const FAREWELLS = /^:?(?:exit|quit|logout|bye|q|wq|qa|wqa|x)!?\s*$/i;

/** The prompt as it is, or behind a sentence of ours where an agent could take it for something else than text. */
export function asText(prompt: string): string {
  const start = prompt.replace(LEADING, '');
  const isPlain = HARMLESS_START.test(start) && !FAREWELLS.test(start);
  return isPlain || start === '' ? prompt : `${INTRODUCTION} ${prompt}`;
}
