// What the wire formats have in common: the text of messages, which of it a person said, and how a reply is sent.

import { setTimeout as wait } from 'node:timers/promises';

let serial = 0;
export const nextId = (prefix) => `${prefix}_fake_${process.pid}_${++serial}`;

/** The text parts of a message, whose content is a string or a list of parts. */
export const texts = (content) =>
  typeof content === 'string' ? [content] : (content ?? []).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));

/**
 * What the agent puts into user messages of its own accord is no prompt.
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
  // date, folder, rules, interruptions: wrapped in a tag
  /^\s*<([\w-]+)[^>]*>[\s\S]*<\/\1>\s*$/,
  /^# AGENTS\.md instructions/,
  // requests for a title: Codex 0.171.0, OpenCode 1.18.33
  /^Generate a concise, single-line task title of /,
  /^Generate a title for this conversation:\s*$/,
  // a command that the user ran behind "!": OpenCode 1.18.33, Gemini CLI 0.61.0
  /^The following tool was executed by the user$/,
  /^I ran the following shell command:\n/,
];

/** A text in the pieces in which it is streamed. */
export const words = (text) => text.match(/\S+\s*|\s+/g) ?? [''];

export function sendJson(response, value, status = 200, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/**
 * Server-sent events, named by their type where they have one. A string is sent as it is.
 *
 * @param paceMs  milliseconds from one to the next; without it all go out at once
 */
export async function sendEvents(response, events, paceMs) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const from = performance.now();
  for (const [index, event] of events.entries()) {
    const early = from + index * (paceMs ?? 0) - performance.now();
    if (early > 1) await wait(early);
    if (response.destroyed) return;
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${data}\n\n`);
  }
  response.end();
}
