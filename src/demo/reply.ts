/** What the demo agent answers. Deterministic: the same conversation gives the same answer. Pure. */

export type Reply =
  /** A turn of the conversation: kept. */
  | { readonly type: 'turn'; readonly text: string }
  /** Shown, not kept. */
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'clear' }
  | { readonly type: 'title'; readonly text: string }
  | { readonly type: 'exit'; readonly code: number }
  | { readonly type: 'die' };

export const COMMANDS = `Say anything: I repeat it, and count the turns of this conversation. Besides:
  /first         the first thing you said in this conversation
  /clear         begin a new conversation
  /lines N       N numbered lines
  /title TEXT    give the terminal a title
  /limit         what a usage limit looks like
  /crash         end me the hard way (/crash exit: with status 3)
  /exit          leave, as does ^D on an empty line`;

const MOST_LINES = 100_000;

/** @param prompts  what the user said before in this conversation */
export function replyTo(input: string, prompts: readonly string[]): Reply {
  const [command = '', ...words] = input.trim().split(/\s+/);
  const rest = words.join(' ');
  switch (command) {
    case '/help':
      return { type: 'note', text: COMMANDS };
    case '/first':
      return first(prompts);
    case '/clear':
      return { type: 'clear' };
    case '/limit':
      return { type: 'note', text: 'Usage limit reached. It resets at 5pm.' };
    case '/lines':
      return { type: 'note', text: numberedLines(Number(rest)) };
    case '/title':
      return { type: 'title', text: rest };
    case '/crash':
      return rest === 'exit' ? { type: 'exit', code: 3 } : { type: 'die' };
    case '/exit':
      return { type: 'exit', code: 0 };
    default:
      return { type: 'turn', text: `You said: ${input} (turn ${prompts.length + 1})` };
  }
}

function first(prompts: readonly string[]): Reply {
  const [prompt] = prompts;
  if (prompt === undefined) return { type: 'note', text: 'Nothing was said in this conversation yet.' };
  return { type: 'turn', text: `First you said: ${prompt} (turn ${prompts.length + 1})` };
}

function numberedLines(count: number): string {
  if (!Number.isInteger(count) || count < 1 || count > MOST_LINES)
    return `/lines takes a number from 1 to ${MOST_LINES}.`;
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
}
