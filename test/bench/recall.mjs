// What recall costs: a history of 50 MB, a journal of 1 GB and a line of 600 MB are listed, searched and read. Prints a table;
// no test. `node test/bench/recall.mjs [FOLDER]` keeps the data in FOLDER for another look.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/uuldana.js', import.meta.url));
const WORDS =
  'the file test error build server request query index login cache token page user order price commit branch merge deploy'.split(
    ' ',
  );
const AT = '2026-01-02T03:04:05.678Z';
const RSS = `data:text/javascript,${encodeURIComponent("process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('RSS '+u.maxRSS+' CPU '+Math.round((u.userCPUTime+u.systemCPUTime)/1000))})")}`;

const sum = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
let prev;
function line(body) {
  const summed = `${JSON.stringify(body).slice(0, -1)},"prev":"${prev}"`;
  prev = sum(summed);
  return `${summed},"sum":"${prev}"}\n`;
}

function session(index) {
  const time = (1_767_000_000_000 + index).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(index).padStart(12, '0')}`;
}

function screenLines(seed) {
  return Array.from(
    { length: 100 },
    (_, row) =>
      Array.from({ length: 9 }, (_, word) => WORDS[(seed * 7 + row * 13 + word * word) % WORDS.length]).join(' ') +
      ` ${seed}.${row} ┃`,
  );
}

function journal(folder, index, bytes, longLine = 0) {
  prev = '0'.repeat(16);
  const id = session(index);
  const fd = openSync(join(folder, 'journals', `${id}.jsonl`), 'w', 0o600);
  const put = (body) => writeSync(fd, line(body));
  put({
    format: 'uuldana-journal',
    version: 1,
    session: id,
    workspace: folder,
    provider: 'demo',
    ceiling: 'auto',
    strict: false,
    created_at: AT,
    created_by: 'uuldana 0.1.0',
  });
  let seq = 0;
  const event = (kind, fields) => put({ seq: ++seq, at: AT, run: 1, kind, ...fields });
  for (let written = 0; written < bytes; ) {
    const lines = screenLines(seq);
    if (seq === 2) lines[50] = `the needle ${index} lies here`;
    written += put({
      seq,
      at: AT,
      run: 1,
      kind: 'screen',
      lines,
      size: { cols: 80, rows: 24 },
      redacted: {},
      from: 'end',
    });
  }
  if (longLine > 0) {
    const piece = Buffer.alloc(1 << 20, 'x');
    for (let mib = 0; mib < longLine; mib += 1) writeSync(fd, piece);
    writeSync(fd, '\n');
  }
  // a clean end, so that a list needs the ends of the file alone
  event('run.started', {
    provider: 'demo',
    provider_version: null,
    workspace: folder,
    ceiling: 'auto',
    transport: 'pty',
    argv: [],
    pid: 1,
    pid_started_at: null,
    boot_id: null,
    size: { cols: 80, rows: 24 },
    via: 'new',
  });
  event('run.ended', {
    status: 'exited',
    exit_code: 0,
    signal: null,
    reason: null,
    duration_ms: 1,
    sums: { runs: 1, title: null, ceiling: 'auto' },
  });
  closeSync(fd);
  return statSync(join(folder, 'journals', `${id}.jsonl`)).size;
}

function measure(name, data, args) {
  const started = performance.now();
  const done = spawnSync(process.execPath, ['--import', RSS, BIN, ...args], {
    cwd: data,
    env: { HOME: data, UULDANA_DATA_DIR: data, PATH: process.env.PATH },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const ms = Math.round(performance.now() - started);
  const [, kilobytes, cpu] = /RSS (\d+) CPU (\d+)/.exec(done.stderr) ?? [];
  const rss = Math.round(Number(kilobytes) / 1024);
  console.log(
    `${name.padEnd(44)} ${String(ms).padStart(7)} ms, ${String(cpu).padStart(6)} ms of CPU, ${String(rss).padStart(5)} MB  status ${done.status}`,
  );
}

const given = process.argv[2];
const root = given ?? mkdtempSync(join(tmpdir(), 'uuldana-recall-'));
const sets = { many: [200, 256 * 1024, 0], large: [1, 1024 ** 3, 0], long: [1, 1024, 600] };
for (const [name, [count, bytes, longLine]] of Object.entries(sets)) {
  const data = join(root, name);
  if (!existsSync(data)) {
    mkdirSync(join(data, 'journals'), { recursive: true, mode: 0o700 });
    for (let index = 1; index <= count; index += 1) journal(data, index, bytes, longLine);
  }
  const reference = session(1);
  measure(`${name}: list`, data, ['list']);
  measure(`${name}: search, a rare word`, data, ['search', 'needle']);
  measure(`${name}: search, three usual words`, data, ['search', 'login', 'cache', 'error']);
  measure(`${name}: search, Cyrillic`, data, ['search', 'кэш']);
  measure(`${name}: search --literal`, data, ['search', '--literal', 'needle 7 lies']);
  measure(`${name}: read, the first page`, data, ['read', reference]);
  measure(`${name}: read --query`, data, ['read', reference, '--query', 'needle']);
}
if (given === undefined) rmSync(root, { recursive: true });
