// OpenAI Responses, as JSON and as server-sent events: requests into entries and tools, decisions into replies.
//
// What Codex 0.171.0 offers hangs on the model's name. For one that it does not know: functions, exec_command among them. For
// gpt-5.5 the freeform tool apply_patch too. For the newer ones "code mode": no tools in the request but in an item of the
// input, and of these the freeform tool exec runs JavaScript, with the others declared in its description.

import { nextId, promptOf, sendEvents, sendJson, texts, words } from './wire.mjs';

export function read(body) {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const tools = [body, ...input.filter(({ type }) => type === 'additional_tools')].flatMap((holder) => holder.tools ?? []);
  return {
    model: body.model,
    stream: body.stream === true,
    entries: input.flatMap(entriesOf),
    tools: tools.flatMap((tool) => toolsOf(tool)),
    schema: body.text?.format?.schema,
  };
}

function entriesOf({ type, role, content, output }) {
  if (type?.endsWith('_call_output')) return [{ role: 'tool', text: texts(output).join('') }];
  if (role === 'user') return promptOf(texts(content));
  return role === 'assistant' ? [{ role, text: texts(content).join('') }] : [];
}

/** A namespace holds tools; that of the plain ones is called "functions". Tools of the vendor's own have a type and no name. */
function toolsOf({ type, name, parameters, description, tools }, prefix = '') {
  if (type === 'namespace') return tools.flatMap((tool) => toolsOf(tool, name === 'functions' ? '' : `${name}.`));
  const tool = { name: `${prefix}${name ?? type}`, schema: parameters, freeform: type === 'custom' };
  return [tool, ...(tool.freeform ? declaredIn(description, tool.name) : [])];
}

/** The tools that can be called in another one's code, from lines like "declare const tools: { exec_command(args: {". */
function declaredIn(description, within) {
  const declarations = /^declare const tools: \{ (\w+)\((input|args): ([\s\S]*?)\): Promise</gm;
  return [...description.matchAll(declarations)].map(([, name, kind, args]) => {
    const keys = [...args.matchAll(/^ {2}(\w+)(\??): /gm)];
    return {
      name,
      within,
      freeform: kind === 'input',
      schema: {
        properties: Object.fromEntries(keys.map(([, key]) => [key, {}])),
        required: keys.filter(([, , optional]) => optional === '').map(([, key]) => key),
      },
    };
  });
}

export function send(response, request, { text, call, paceMs }) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const said = { id: nextId('msg'), type: 'message', role: 'assistant', status: 'completed', content };
  const reply = {
    id: nextId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'completed',
    model: request.model,
    output: [said, ...(call ? [callItem(call, request.tools)] : [])],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    },
  };
  return request.stream ? sendEvents(response, eventsOf(reply), paceMs) : sendJson(response, reply);
}

function callItem(call, tools) {
  const { within, freeform } = tools.find(({ name }) => name === call.tool);
  // a tool of a namespace is called by its own name, and the namespace stands beside it
  const [, namespace, own] = /^(.+)\.([^.]+)$/.exec(call.tool) ?? [];
  const name = within ?? own ?? call.tool;
  const item = { id: nextId('fc'), call_id: nextId('call'), status: 'completed', name, ...(namespace ? { namespace } : {}) };
  const args = JSON.stringify(call.args);
  if (within) return { ...item, type: 'custom_tool_call', input: `text(await tools.${call.tool}(${args}))` };
  if (freeform) return { ...item, type: 'custom_tool_call', input: call.args };
  return { ...item, type: 'function_call', arguments: args };
}

function eventsOf(reply) {
  const events = [
    { type: 'response.created', response: { ...reply, status: 'in_progress', output: [], usage: null } },
    ...reply.output.flatMap(itemEvents),
    { type: 'response.completed', response: reply },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** How one item grows: added empty, filled piece by piece, done. */
function itemEvents(item, output_index) {
  const at = { item_id: item.id, output_index };
  const grown = { message: messageEvents, function_call: argumentEvents, custom_tool_call: inputEvents }[item.type](item, at);
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', ...grown.empty } },
    ...grown.events,
    { type: 'response.output_item.done', output_index, item },
  ];
}

function messageEvents({ content: [part] }, item) {
  const at = { ...item, content_index: 0 };
  return {
    empty: { content: [] },
    events: [
      { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
      ...words(part.text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
      { type: 'response.output_text.done', ...at, text: part.text },
      { type: 'response.content_part.done', ...at, part },
    ],
  };
}

const argumentEvents = (item, at) => ({
  empty: { arguments: '' },
  events: [
    { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
    { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
  ],
});

const inputEvents = (item, at) => ({
  empty: { input: '' },
  events: [
    { type: 'response.custom_tool_call_input.delta', ...at, delta: item.input },
    { type: 'response.custom_tool_call_input.done', ...at, input: item.input },
  ],
});
