// OpenAI Chat Completions, as JSON and as server-sent events: requests into entries and tools, decisions into replies.

import { nextId, promptOf, sendEvents, sendJson, texts, words } from './wire.mjs';

export function read(body) {
  return {
    model: body.model,
    stream: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
    entries: body.messages.flatMap(entriesOf),
    tools: (body.tools ?? []).map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    schema: body.response_format?.json_schema?.schema,
  };
}

function entriesOf({ role, content }) {
  if (role === 'user') return promptOf(texts(content));
  return role === 'assistant' || role === 'tool' ? [{ role, text: texts(content).join('') }] : [];
}

export function send(response, request, { text, call, paceMs }) {
  const head = { id: nextId('chatcmpl'), created: Math.floor(Date.now() / 1000), model: request.model };
  const calls = call
    ? [{ id: nextId('call'), type: 'function', function: { name: call.tool, arguments: JSON.stringify(call.args) } }]
    : undefined;
  const reply = { text, calls, reason: call ? 'tool_calls' : 'stop' };
  if (request.stream) return sendEvents(response, chunksOf(head, reply, request.wantsUsage), paceMs);
  const message = { role: 'assistant', content: text, tool_calls: calls };
  return sendJson(response, {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: reply.reason }],
    usage: USAGE,
  });
}

const USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

function chunksOf(head, { text, calls, reason }, wantsUsage) {
  const chunk = (choices, more) => ({ ...head, object: 'chat.completion.chunk', choices, ...more });
  const delta = (value, finish_reason = null) => chunk([{ index: 0, delta: value, finish_reason }]);
  return [
    delta({ role: 'assistant', content: '' }),
    ...words(text).map((content) => delta({ content })),
    ...(calls ? [delta({ tool_calls: calls.map((call, index) => ({ index, ...call })) })] : []),
    delta({}, reason),
    ...(wantsUsage ? [chunk([], { usage: USAGE })] : []),
    '[DONE]',
  ];
}
