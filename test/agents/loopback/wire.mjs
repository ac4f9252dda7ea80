// What the wire formats have in common: the text of messages, which of it a person said, and how a reply is sent.

let serial = 0;
export const nextId = (prefix) => `${prefix}_fake_${process.pid}_${++serial}`;

/** The text parts of a message, whose content is a string or a list of parts. */
export const texts = (content) =>
  typeof content === 'string' ? [content] : (content ?? []).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));

/**
 * Agents put notes of their own (date, folder, rules) into user messages, each wrapped in a tag, and ask for a title in the
 * name of the user: Codex 0.171.0 and OpenCode 1.18.33 open these requests as below. AGENTS.md comes to Codex's model with a
 * heading. None of these are prompts.
 *
 * @param parts  the texts of one user message
 * @returns at most one entry
 */
export function promptOf(parts) {
  const spoken = parts
    .map((text) => text.replace(/<([a-z_-]*(?:reminder|context|datetime|notice)[a-z_-]*)>[\s\S]*?<\/\1>/g, ''))
    .filter((text) => text.trim() !== '' && !NOTES.some((note) => note.test(text)));
  return spoken.length > 0 ? [{ role: 'user', text: spoken.at(-1) }] : [];
}

const NOTES = [
  /^\s*<([\w-]+)[^>]*>[\s\S]*<\/\1>\s*$/,
  /^# AGENTS\.md instructions/,
  /^Generate a concise, single-line task title of /,
  /^Generate a title for this conversation:\s*$/,
];

/** A text in the pieces in which it is streamed. */
export const words = (text) => text.match(/\S+\s*|\s+/g) ?? [''];

export function sendJson(response, value, status = 200, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Server-sent events, named by their type where they have one. A string is sent as it is. */
export function sendEvents(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${data}\n\n`);
  }
  response.end();
}
