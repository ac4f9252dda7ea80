// An MCP server on stdio with one tool, `shell_command`, that runs what it is told to: what an allow rule for a server's tools is
// worth is seen by what it did. Line-delimited JSON-RPC, as the specification of 2025-06-18 has it.

import { execSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const tool = {
  name: 'shell_command',
  description: 'Runs a command.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'test', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { command } }) => ({ content: [{ type: 'text', text: `${execSync(command)}done` }] }),
};

for await (const line of createInterface(process.stdin)) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
}
