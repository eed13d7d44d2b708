import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { thisWorkspace } from './gate.ts';
import { temporaryFolder } from './release.ts';

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const APT = '/usr/bin/apt-get';

const START_TIMEOUT_MS = 10_000;

/** Files and Debian packages that a proxy needs. */
const needs = {
  nginx: {
    files: ['/usr/sbin/nginx', BROTLI],
    packages: ['nginx', 'libnginx-mod-http-brotli-static'],
  },
  HAProxy: { files: ['/usr/sbin/haproxy'], packages: ['haproxy'] },
  Caddy: { files: ['/usr/bin/caddy'], packages: ['caddy'] },
} as const;

export type ProxyName = keyof typeof needs;

const isInstalled = (proxy: ProxyName): boolean =>
  needs[proxy].files.every((file) => existsSync(file));

function install(packages: readonly string[]): void {
  console.warn(`${packages.join(', ')}: not installed, asking the system.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync(APT, ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
}

/**
 * Returns those of the proxies that are installed from Debian's packages. Installs missing ones if the tests run as
 * root on Debian. If one is missing, says so in one line, or throws if CI is set.
 */
export function provideProxies(...proxies: readonly ProxyName[]): ProxyName[] {
  const missing = () => proxies.filter((proxy) => !isInstalled(proxy));
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync(APT)) {
    install(missing().flatMap((proxy) => needs[proxy].packages));
  }
  if (missing().length > 0) {
    const line = `The tests on ${missing().join(', ')} are left out: Debian’s packages are not installed.`;
    if (process.env.CI) throw new Error(line);
    console.warn(line);
  }
  return proxies.filter(isInstalled);
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The main configuration around a site's file, as in Debian's nginx.conf, with its paths in a folder of the test. */
const nginxMain = (folder: string, site: string): string => `
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
  include ${site};
}
`;

/** Runs a proxy until the test ends. Resolves when it answers at the port. */
async function run(
  port: number,
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'pipe'] });
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

/**
 * Copies a file of deploy/ to a folder, with texts replaced, such as its addresses. Throws if the file lacks one of the
 * texts. Returns the path of the copy.
 */
async function copyWith(
  file: string,
  folder: string,
  replaced: Readonly<Record<string, string>>,
): Promise<string> {
  let content = await readFile(path.join(thisWorkspace, 'deploy', file), 'utf8');
  for (const [text, other] of Object.entries(replaced)) {
    if (!content.includes(text)) throw new Error(`deploy/${file} has no ${text}`);
    content = content.replaceAll(text, other);
  }
  const copy = path.join(folder, file);
  await writeFile(copy, content);
  return copy;
}

/** Runs nginx until the test ends, with a file of deploy/ in which texts are replaced. Returns its address. */
export async function startNginx(
  file: 'nginx-static.conf' | 'nginx-proxy.conf',
  replaced: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const site = await copyWith(file, folder, {
    ...replaced,
    // Last: its port may begin with one that is replaced.
    'listen 80;': `listen 127.0.0.1:${port};`,
  });
  await mkdir(path.join(folder, 'logs'));
  const main = path.join(folder, 'nginx.conf');
  await writeFile(main, nginxMain(folder, site));
  return run(port, ['/usr/sbin/nginx', '-p', folder, '-e', 'stderr', '-c', main]);
}

interface Upstreams {
  /** Addresses of two API processes, '127.0.0.1:4000'. */
  readonly apis: readonly [string, string];
  /** Address of the shop's server. */
  readonly shop: string;
}

async function startHaproxy({ apis, shop }: Upstreams): Promise<string> {
  const port = await freePort();
  const file = await copyWith('haproxy.cfg', await temporaryFolder(), {
    'api-1 127.0.0.1:4000': `api-1 ${apis[0]}`,
    'api-2 127.0.0.1:4001': `api-2 ${apis[1]}`,
    'shop-1 127.0.0.1:3000': `shop-1 ${shop}`,
    // Needs root.
    'user haproxy\n\tgroup haproxy': '',
    'bind :80': `bind 127.0.0.1:${port}`,
  });
  return run(port, ['/usr/sbin/haproxy', '-q', '-db', '-f', file]);
}

async function startCaddy({ apis, shop }: Upstreams): Promise<string> {
  const [port, admin] = [await freePort(), await freePort()];
  const folder = await temporaryFolder();
  const file = path.join(thisWorkspace, 'deploy/Caddyfile');
  return run(port, ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    ...{ SHOP_ADDRESS: `http://127.0.0.1:${port}`, APIS: apis.join(' '), SHOP: shop },
    ...{ CADDY_ADMIN: `127.0.0.1:${admin}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}

const starts: Readonly<Record<ProxyName, (upstreams: Upstreams) => Promise<string>>> = {
  nginx: ({ apis, shop }) =>
    startNginx('nginx-proxy.conf', {
      // With the next word, because a port may begin with another one.
      '127.0.0.1:4000 max': `${apis[0]} max`,
      '127.0.0.1:4001 max': `${apis[1]} max`,
      '127.0.0.1:3000;': `${shop};`,
    }),
  HAProxy: startHaproxy,
  Caddy: startCaddy,
};

/** Runs a proxy with its file of deploy/ until the test ends. Returns its address. */
export const startProxy = (proxy: ProxyName, upstreams: Upstreams): Promise<string> =>
  starts[proxy](upstreams);
