import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { entryIntegrity } from '@patchwork/federation/testing';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { thisWorkspace } from '../gate/testing.ts';
import {
  buildRemote,
  buildShell,
  contextOf,
  publishPiece,
  temporaryFolder,
  writeFiles,
} from '../testing.ts';
import type { Documents } from './documents.ts';
import type { Body } from './send.ts';
import { type ServeOptions, serve } from './serve.ts';

/** The page for a path, as a shop without an API sends it. */
export async function bodyOf(documents: Documents, pathname: string): Promise<Body | undefined> {
  return (await documents().page?.({ pathname, hasQuery: false }))?.body;
}

const template =
  '<!doctype html><html lang="en"><head><title>Loom &amp; Co</title><meta name="description" content="A shop." /><!-- patchwork:documents --></head><body></body></html>';

const routes = [
  { page: 'home', path: '/', access: 'open', module: './Home' },
  {
    ...{ page: 'shirts', path: '/shirts', access: 'open', module: './Shirts' },
    head: {
      ...{ title: 'Our shirts', description: 'Shirts of linen.', image: '/images/shirts.png' },
      data: '/api/shirts?limit=1',
    },
  },
  {
    ...{ page: 'shirt', path: '/shirts/:shirtId', access: 'open', module: './Shirt' },
    head: {
      ...{ title: '{shirt.name}', description: '{shirt.text}', image: '{shirt.picture}' },
      ...{ type: 'product', data: '/api/shirts/:shirtId' },
      jsonLd: { '@type': 'Product', name: '{shirt.name}', url: '{page.url}' },
      sitemap: {
        ...{ data: '/api/shirts?limit=2', list: 'shirts', cursor: 'after' },
        parameters: { shirtId: 'id' },
      },
    },
  },
  {
    ...{ page: 'help', path: '/help', access: 'visitor', module: './Help' },
    head: { title: 'Help', index: false },
  },
  {
    ...{ page: 'cart', path: '/cart', access: 'login', module: './Cart' },
    head: { title: 'Cart' },
  },
];

const entry = '/remotes/mfe-shirts/1.0.0/remoteEntry.js';
const stable = {
  ...{ id: 'mfe-shirts', team: 'Shirts', version: '1.0.0', entry, routes },
  files: { './Shirts': [], './Shirt': [] },
  integrity: entryIntegrity,
};

/** A shop of shirts whose remote declares heads, served with an API of the test's own. */
export async function openShirtShop(options: Partial<ServeOptions> = {}) {
  const release = await temporaryFolder();
  await writeFiles(release, {
    'index.html': template,
    'registry.json': JSON.stringify({ format: 2, remotes: [{ id: 'mfe-shirts', stable }] }),
    'remotes/mfe-shirts/1.0.0/remote.json': JSON.stringify({
      ...{ id: 'mfe-shirts', team: 'Shirts', developmentPort: 3005, routes },
    }),
  });
  const reports: string[] = [];
  const server = await serve({
    ...{ release, port: 0, origin: 'https://shop.example' },
    defaultConfig: { apiBaseUrl: '/' },
    report: (message) => reports.push(message),
    ...options,
  });
  onTestFinished(() => server.stop());
  const get = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html' } });
  const getAgain = (path: string, tag: string) =>
    fetch(server.url + path, { headers: { accept: 'text/html', 'if-none-match': tag } });
  /** The page as a client gets it that names another host, which fetch would not. */
  async function getFrom(host: string, path: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    await once(socket, 'close');
    return text;
  }
  return { url: server.url, release, get, getAgain, getFrom, reports };
}

/** What a crawler without scripts finds in a page. */
export function readHead(html: string) {
  const contentOf = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const [, jsonLd] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    description: contentOf('description'),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    robots: contentOf('robots'),
    og: {
      siteName: contentOf('og:site_name'),
      title: contentOf('og:title'),
      description: contentOf('og:description'),
      type: contentOf('og:type'),
      url: contentOf('og:url'),
      image: contentOf('og:image'),
    },
    jsonLd: jsonLd === undefined ? undefined : JSON.parse(jsonLd),
  };
}

export const headOf = async (response: Promise<Response>) =>
  readHead(await (await response).text());

/** What a browser asks for when an address is typed. */
export const html = { accept: 'text/html' };

/** A release that is published once, and copied for each test. */
let published = '';
let remote = '';

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'patchwork-published-'));
  published = path.join(root, '.release');
  await buildRemote(path.join(root, 'mfe-catalog'));
  await buildShell(path.join(root, 'shell'));
  const context = contextOf(published);
  const { version } = await publishPiece(path.join(root, 'mfe-catalog'), context);
  await publishPiece(path.join(root, 'shell'), context);
  remote = `/remotes/mfe-catalog/${version}`;
});

afterAll(() => rm(path.dirname(published), { recursive: true }));

/** Serves a copy of it until the test ends. */
export async function openShop(options: Partial<ServeOptions> = {}) {
  const release = await temporaryFolder();
  await cp(published, release, { recursive: true });
  const reports: string[] = [];
  const report = (message: string) => reports.push(message);
  const server = await serve({ release, port: 0, report, ...options });
  onTestFinished(() => server.stop());
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(server.url + url, { headers });
  return { release, remote, server, get, reports };
}

/** The first line of the response to a request line that fetch would normalize. */
export const raw = (port: number, line: string, headers = '') =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${headers}\r\n`),
    );
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('error', reject);
  });

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
