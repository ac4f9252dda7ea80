// What the model "thinks": one decision for every wire format.
//
// The reply to a plain prompt is "You said: <prompt> (turn <n>)", where n counts the prompts in the history. A marker in the
// last prompt changes that:
//
//   [[shell COMMAND]]      call the agent's shell tool
//   [[escalate COMMAND]]   the same, and ask to run it outside of its sandbox (Codex)
//   [[mcp COMMAND]]        call the tool of mcp-server.mjs, or, with words in its place, session_search of `uuldana mcp`
//   [[write PATH TEXT]]    call the agent's file-writing tool
//   [[first]]              repeat the first prompt of the conversation
//   [[lines N]]            answer with N numbered lines
//   [[story N SEED]]       answer with a text of N lines, at a model's pace (story.mjs)
//   [[hang]]               never answer
//   [[limit KIND WAIT]]    refuse as the vendor does at a limit (limits.mjs)
//
// In rows of a record that was handed over ("| ...") a marker is what it should be to every model: text.
//
// After a tool ran, the reply is "Tool said: <start of its output> (turn <n>)".

import { story } from './story.mjs';

/** About 90 words a second. */
const WORD_MS = 11;

/** What Codex's shell tool takes besides, where its level has somebody to ask. */
const ESCALATED = { sandbox_permissions: 'require_escalated', justification: 'Shall this run outside of the sandbox?' };

/** What agents call them, in lower case: Claude Code and OpenCode; Gemini CLI; Codex, by model and version. */
const SHELL_TOOLS = ['bash', 'run_shell_command', 'exec_command', 'shell_command'];
const WRITE_TOOLS = ['write', 'write_file', 'apply_patch'];

/** What agents make of the names of these tools, where the servers are called "test" and "uuldana". */
const MCP_TOOL = /^(mcp_+)?(test[_.]+shell_command|uuldana[_.]+session_search)$/;

/**
 * @param request  { entries: [{ role: 'user' | 'assistant' | 'tool', text }] oldest first,
 *                 tools: [{ name, schema, freeform: takes a plain text, here a patch }],
 *                 schema: what the reply must satisfy, if the agent asked so }
 * @returns { turn, text } and, as asked for, call: { tool, args }, paceMs (from word to word), limit or hang
 */
export function decide({ entries, tools, schema }) {
  const prompts = entries.filter(({ role }) => role === 'user');
  const turn = prompts.length;
  const last = entries.at(-1);
  const say = (text) => ({ turn, text: `${text} (turn ${turn})` });

  if (schema) return { turn, text: JSON.stringify(sample(schema)) };
  if (last?.role === 'tool') return say(`Tool said: ${shorten(last.text, 200)}`);
  const prompt = prompts.at(-1)?.text ?? '';
  const [, verb, rest = ''] = /\[\[(shell|escalate|mcp|write|first|lines|story|hang|limit)\b\s*([\s\S]*?)\]\]/.exec(prompt.replace(/^\s*\|.*$/gm, '')) ?? [];
  switch (verb) {
    case 'shell':
      return callOf(turn, tools, SHELL_TOOLS, { command: rest, cmd: rest });
    case 'escalate':
      return callOf(turn, tools, SHELL_TOOLS, { command: rest, cmd: rest, ...ESCALATED });
    case 'mcp':
      return callOf(turn, tools, tools.map(({ name }) => name).filter((name) => MCP_TOOL.test(name)), { command: rest, query: rest });
    case 'write': {
      const [, path, text] = /^(\S+)\s*([\s\S]*)$/.exec(rest);
      return callOf(turn, tools, WRITE_TOOLS, { file_path: path, filePath: path, path, content: text }, patchOf(path, text));
    }
    case 'first':
      return say(`First you said: ${shorten(prompts[0].text, 400)}`);
    case 'lines':
      return { turn, text: Array.from({ length: Number(rest) }, (_, index) => `line ${index + 1}`).join('\n') };
    case 'story': {
      const [count, seed] = rest.split(' ').map(Number);
      return { turn, text: story(count, seed), paceMs: WORD_MS };
    }
    case 'hang':
      return { turn, text: '', hang: true };
    case 'limit':
      return { turn, text: '', limit: rest.trim() };
    default:
      return say(`You said: ${shorten(prompt, 400)}`);
  }
}

const patchOf = (path, text) => `*** Begin Patch\n*** Add File: ${path}\n${text.replace(/^/gm, '+')}\n*** End Patch\n`;

function callOf(turn, tools, names, given, freeText) {
  const tool = tools.find(({ name }) => names.includes(name.toLowerCase()));
  if (tool === undefined) return { turn, text: `No such tool was offered. (turn ${turn})` };
  return { turn, text: `Calling ${tool.name}.`, call: { tool: tool.name, args: tool.freeform ? freeText : argumentsFor(tool, given) } };
}

/** What is given, under the names that the tool has for it, and samples of whatever else it requires. */
function argumentsFor(tool, given) {
  const wanted = Object.entries(tool.schema?.properties ?? {}).filter(([key]) => key in given || tool.schema.required?.includes(key));
  return Object.fromEntries(wanted.map(([key, property]) => [key, given[key] ?? sample(property)]));
}

/** The smallest value that satisfies a simple JSON schema. */
function sample(schema) {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (alternative) return sample(alternative);
  switch ([schema.type].flat()[0]?.toLowerCase()) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {})]));
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      return 'fake';
  }
}

function shorten(text, length) {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > length ? `${flat.slice(0, length)}... [${flat.length} characters]` : flat;
}
