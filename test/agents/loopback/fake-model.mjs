#!/usr/bin/env node
// A deterministic stand-in for a vendor's model: real agents hold a conversation with it over loopback. It speaks
// Anthropic Messages, OpenAI Responses and Chat Completions, and Google's generateContent, one file a format; what it answers
// is decided in decide.mjs, the same for all of them.
//
// It holds no state: turn numbers come from the history that the agent sends, so [[first]] after a resume shows which
// conversation the agent has loaded.
//
//   node fake-model.mjs --log FILE
//
// The first line on stdout is the base URL. One JSON line a request is appended to FILE: the tools that were offered, the
// last entry and the decision. The agent's system prompt and history are not kept.

import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import * as anthropic from './anthropic.mjs';
import * as chat from './chat.mjs';
import { decide } from './decide.mjs';
import * as gemini from './gemini.mjs';
import { refusal } from './limits.mjs';
import * as responses from './responses.mjs';
import { sendJson } from './wire.mjs';

const { values: options } = parseArgs({ options: { log: { type: 'string' } } });

const ROUTES = [
  [/\/messages$/, anthropic],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, chat],
  [/\/models\/[^/:]+:(generateContent|streamGenerateContent)$/, gemini],
];

/** Small endpoints that agents ask on the side. */
const SIDE_ANSWERS = [
  [/\/count_tokens$/, { input_tokens: 10 }],
  [/:countTokens$/, { totalTokens: 10 }],
  [/\/models$/, { object: 'list', has_more: false, data: [{ id: 'fake-model', type: 'model', display_name: 'fake-model' }] }],
  [/^\/$/, { ok: true }],
];

function log(record) {
  if (options.log !== undefined) appendFileSync(options.log, `${JSON.stringify(record)}\n`);
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function handle(incoming, response) {
  const { pathname } = new URL(incoming.url, 'http://localhost');
  const body = await bodyOf(incoming);
  const format = incoming.method === 'POST' ? ROUTES.find(([route]) => route.test(pathname))?.[1] : undefined;
  if (format === undefined) {
    const side = SIDE_ANSWERS.find(([route]) => route.test(pathname));
    if (side) return sendJson(response, side[1]);
    return sendJson(response, { error: { type: 'not_found', message: `no ${pathname} here` } }, 404);
  }
  const request = format.read(JSON.parse(body), pathname);
  const decision = decide(request);
  log({ path: pathname, tools: request.tools.map(({ name }) => name), last: request.entries.at(-1), decision });
  if (decision.limit !== undefined) {
    const { status, headers, body: words } = refusal(decision.limit);
    return sendJson(response, words, status, headers);
  }
  if (decision.hang) return undefined; // the request stays open
  return format.send(response, request, decision);
}

const server = createServer((incoming, response) => {
  handle(incoming, response).catch((error) => {
    log({ path: incoming.url, failure: String(error.stack) });
    if (response.headersSent) response.destroy();
    else sendJson(response, { error: { message: String(error) } }, 500);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
