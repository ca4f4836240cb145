// Makes the reports that the pages are tested with, by running the tool as a user does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { TABLESTAKES, PAGES } = process.env;

/** Runs the tool to its end; fails unless it ends with one of these codes. */
export async function tool(codes, ...args) {
  const child = spawn(TABLESTAKES, args, { stdio: ['ignore', 'ignore', 'pipe'], env: clean() });
  let said = '';
  child.stderr.on('data', (text) => { said = (said + text).slice(-4000); });
  const [code] = await once(child, 'close');
  if (!codes.includes(code)) throw new Error(`tablestakes ${args.join(' ')} ended with ${code}:\n${said}`);
}

/** A report of a target that breaks these rules. */
export async function broken(name, rules, ...more) {
  const flags = rules.flatMap((rule) => ['--break', rule]);
  const child = spawn(TABLESTAKES, ['serve', '--table-port', '0', ...flags], { stdio: ['ignore', 'pipe', 'inherit'], env: clean() });
  try {
    const target = await announced(child);
    return await report([0, 1], name, target, more);
  } finally {
    child.kill();
    await once(child, 'close');
  }
}

/** A report of a target whose every answer tries to become part of the page. */
export async function hostile(name) {
  const attack = [
    '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">',
    '"><svg/onload=document.title="owned"></pre></details></style><style>*{display:none}</style>',
    '<iframe src="http://127.0.0.1:9/"></iframe><link rel=stylesheet href="http://127.0.0.1:9/x.css">',
    '\u202e\u0000\u001b[2J{{7*7}}{% raw %}&lt;script&gt;<!--',
  ].join('\n');
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      // Tables can be created, so that every history has steps to fail in.
      const creates = request.method === 'POST' && /\/Tables$/.test(request.url);
      response.writeHead(creates ? 201 : 200, {
        'Content-Type': 'application/json;odata=minimalmetadata',
        Server: '<img src=x onerror=alert(1)>"\'',
        'X-Attack': '"><script>document.title="owned"</script>',
      });
      const error = { 'odata.error': { code: attack, message: { lang: 'en', value: attack } } };
      // Raw as well: JSON would spell out the control characters.
      response.end(/filter|top/.test(request.url) ? JSON.stringify({ value: [{ PartitionKey: attack, RowKey: attack }] }) : attack + JSON.stringify(error) + 'x'.repeat(5000));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const target = `http://127.0.0.1:${server.address().port}/devstoreaccount1`;
    return await report([1], name, target, ['--suite', 'smoke', '--suite', 'query', '--suite', 'batch', '--cases', '3', '--confirm', '1', '--shrink-attempts', '20']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A report of the reference that is built in. */
export function conforming(name) {
  return report([0], name, undefined, ['--suite', 'smoke', '--suite', 'keys', '--cases', '2']);
}

/** One page for several reports. */
export async function several(name, folders) {
  await tool([0, 1], 'merge', ...folders, '--report', join(PAGES, name));
  return join(PAGES, name);
}

/** The page of a case study. */
export async function study(name) {
  const child = spawn(TABLESTAKES, ['serve', '--table-port', '0'], { stdio: ['ignore', 'pipe', 'inherit'], env: clean() });
  try {
    const target = await announced(child);
    const quick = ['--quick', '--time', '100ms', '--warm-up', '50ms', '--max-requests', '20000', '--workload', 'table-insert-*'];
    await tool([0], 'bench', target, target, '--name', 'one', '--name', 'two', ...quick, '--report', join(PAGES, name));
    return join(PAGES, name);
  } finally {
    child.kill();
    await once(child, 'close');
  }
}

async function report(codes, name, target, more) {
  const folder = join(PAGES, name);
  await tool(codes, 'certify', ...(target ? [target] : []), '--report', folder, ...more);
  if (!existsSync(join(folder, 'report.html'))) throw new Error(`there is no report.html in ${folder}`);
  return folder;
}

/** The address that a server says it listens on. */
async function announced(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const address = line.match(/https?:\/\/\S+/);
    if (address) return address[0].replace(/[;,]$/, '');
  }
  throw new Error('the server did not start');
}

function clean() {
  const { AZURE_STORAGE_CONNECTION_STRING, GITHUB_ACTIONS, ...rest } = process.env;
  return rest;
}
