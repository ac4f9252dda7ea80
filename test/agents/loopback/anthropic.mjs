// Anthropic Messages, as JSON and as server-sent events: requests into entries and tools, decisions into replies.

let serial = 0;
const nextId = (prefix) => `${prefix}_fake_${process.pid}_${++serial}`;

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

const texts = (content) =>
  typeof content === 'string' ? [content] : (content ?? []).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));

/** The agent puts notes of its own (date, folder, rules) into user messages, each wrapped in a tag. Those are no prompts. */
function promptOf(parts) {
  const spoken = parts
    .map((text) => text.replace(/<([a-z_-]*(?:reminder|context|datetime|notice)[a-z_-]*)>[\s\S]*?<\/\1>/g, ''))
    .filter((text) => text.trim() !== '' && !/^\s*<([\w-]+)[^>]*>[\s\S]*<\/\1>\s*$/.test(text));
  return spoken.length > 0 ? [{ role: 'user', text: spoken.at(-1) }] : [];
}

export function send(response, request, { text, call }) {
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
  if (!request.stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(message));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of eventsOf(message)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return void response.end();
}

function eventsOf(message) {
  const blocks = message.content.flatMap((block, index) => {
    const isText = block.type === 'text';
    const pieces = isText ? (block.text.match(/\S+\s*|\s+/g) ?? ['']) : [JSON.stringify(block.input)];
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
