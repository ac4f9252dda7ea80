// Anthropic Messages, as JSON and as server-sent events: requests into entries and tools, decisions into replies.

import { nextId, promptOf, sendEvents, sendJson, texts, words } from './wire.mjs';

export function read(body) {
  return {
    model: body.model,
    stream: body.stream === true,
    entries: body.messages.flatMap(entriesOf),
    tools: (body.tools ?? []).map(({ name, input_schema }) => ({ name, schema: input_schema })),
    schema: body.output_config?.format?.schema ?? body.output_format?.schema,
  };
}

function entriesOf({ role, content }) {
  if (role === 'assistant') return [{ role, text: texts(content).join('') }];
  if (role !== 'user') return [];
  const results = (Array.isArray(content) ? content : [])
    .filter(({ type }) => type === 'tool_result')
    .map(({ content: output }) => ({ role: 'tool', text: texts(output).join('') }));
  return [...results, ...promptOf(texts(content))];
}

export function send(response, request, { text, call, paceMs }) {
  const message = {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [{ type: 'text', text }, ...(call ? [{ type: 'tool_use', id: nextId('toolu'), name: call.tool, input: call.args }] : [])],
    stop_reason: call ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  };
  return request.stream ? sendEvents(response, eventsOf(message), paceMs) : sendJson(response, message);
}

function eventsOf(message) {
  const blocks = message.content.flatMap((block, index) => {
    const isText = block.type === 'text';
    const pieces = isText ? words(block.text) : [JSON.stringify(block.input)];
    const delta = (piece) => (isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece });
    return [
      { type: 'content_block_start', index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } },
      ...pieces.map((piece) => ({ type: 'content_block_delta', index, delta: delta(piece) })),
      { type: 'content_block_stop', index },
    ];
  });
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: 'message_stop' },
  ];
}
