// Google's generateContent, as JSON and as server-sent events: requests into entries and tools, decisions into replies.

import { nextId, promptOf, sendEvents, sendJson, texts, words } from './wire.mjs';

export function read(body, pathname) {
  const [, model, method] = /\/models\/([^/:]+):(\w+)$/.exec(pathname);
  const { responseMimeType, responseJsonSchema, responseSchema } = body.generationConfig ?? {};
  return {
    model,
    // asked for with alt=sse; without it the same method answers with one JSON list, which no agent here asks for
    stream: method === 'streamGenerateContent',
    entries: body.contents.flatMap(entriesOf),
    tools: (body.tools ?? [])
      .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
      .map(({ name, parametersJsonSchema, parameters }) => ({ name, schema: parametersJsonSchema ?? parameters })),
    schema: responseMimeType === 'application/json' ? (responseJsonSchema ?? responseSchema ?? { type: 'object' }) : undefined,
  };
}

/** One message may hold the results of tools, the agent's notes and a prompt. */
function entriesOf({ role, parts }) {
  const spoken = texts(parts.filter(({ thought }) => !thought));
  if (role === 'model') return [{ role: 'assistant', text: spoken.join('') }];
  const results = parts.flatMap(({ functionResponse }) =>
    functionResponse ? [{ role: 'tool', text: outputOf(functionResponse.response) }] : [],
  );
  return [...results, ...promptOf(spoken)];
}

function outputOf(response) {
  const output = response?.output ?? response?.error ?? response;
  return typeof output === 'string' ? output : JSON.stringify(output ?? '');
}

export function send(response, request, { text, call, paceMs }) {
  const responseId = nextId('resp');
  const chunk = (parts, finishReason) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    modelVersion: request.model,
    responseId,
  });
  const calls = call ? [{ functionCall: { name: call.tool, args: call.args } }] : [];
  if (!request.stream) return sendJson(response, chunk([{ text }, ...calls], 'STOP'));
  const last = calls.length > 0 ? calls : [{ text: '' }];
  return sendEvents(response, [...words(text).map((piece) => chunk([{ text: piece }])), chunk(last, 'STOP')], paceMs);
}
