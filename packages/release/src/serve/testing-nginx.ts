import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { thisWorkspace } from '../gate/testing.ts';
import { temporaryFolder } from '../testing.ts';

const PROGRAM = '/usr/sbin/nginx';
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const APT = '/usr/bin/apt-get';

const START_TIMEOUT_MS = 10_000;

const isInstalled = (): boolean => existsSync(PROGRAM) && existsSync(BROTLI);

function install(): void {
  console.warn('No nginx with brotli is installed: asking the system for one.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['nginx', 'libnginx-mod-http-brotli-static'];
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync(APT, ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
}

/**
 * Whether Debian's nginx is there; as root on Debian, it is installed. Where it is not, says so in one line. Throws
 * where CI is set.
 */
export function provideNginx(): boolean {
  if (!isInstalled() && process.getuid?.() === 0 && existsSync(APT)) install();
  if (isInstalled()) return true;
  const line = 'The tests on nginx are left out: Debian’s packages of it are not installed.';
  if (process.env.CI) throw new Error(line);
  console.warn(line);
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** All around a site's file that Debian's nginx.conf has, in a folder of the test. */
const mainFile = (folder: string): string => `
load_module ${BROTLI};
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`;

/**
 * Runs nginx until the test ends, with a file of deploy/ in which texts are replaced, such as its addresses. A text
 * that the file does not have is an error. Returns its address.
 */
export async function startNginx(file: string, replaced: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  let site = await readFile(path.join(thisWorkspace, 'deploy', file), 'utf8');
  for (const [text, other] of Object.entries({
    'listen 80;': `listen 127.0.0.1:${port};`,
    ...replaced,
  })) {
    if (!site.includes(text)) throw new Error(`deploy/${file} has no ${text}`);
    site = site.replaceAll(text, other);
  }
  await mkdir(path.join(folder, 'logs'));
  await writeFile(path.join(folder, 'site.conf'), site);
  await writeFile(path.join(folder, 'nginx.conf'), mainFile(folder));
  const args = ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')];
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(words);
    await wait(20);
  }
  return url;
}
