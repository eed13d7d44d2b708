import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry } from '@patchwork/federation';
import { release } from './private-release.ts';

/** A server on this machine, at any free port. */
export interface LocalServer {
  readonly address: string;
  stop(): Promise<void>;
}

export async function listen(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface LocalCatalog extends LocalServer {
  /** Changes a text in every script and JSON file of the catalogue. */
  replace(text: string, by: string): Promise<void>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Sends a folder's files as a development server does: never cached, for pages of this machine. */
const sendFilesOf =
  (folder: string): RequestListener =>
  async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', types[path.extname(pathname)] ?? 'text/plain');
    const content = await readFile(path.join(folder, pathname)).catch(() => undefined);
    response.writeHead(content ? 200 : 404).end(content);
  };

async function catalogFolder(): Promise<string> {
  const registry = JSON.parse(await readFile(path.join(release, 'registry.json'), 'utf8'));
  const catalog = parseRegistry(registry).registry.remotes.find(({ id }) => id === 'mfe-catalog');
  if (!catalog) throw new Error('the release holds no mfe-catalog');
  return path.join(release, path.dirname(catalog.entry));
}

/** A copy of the catalogue's published files on a server of their own, to be changed at will. */
export async function openCatalog(): Promise<LocalCatalog> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-catalog-'));
  await cp(await catalogFolder(), folder, { recursive: true });
  const server = await listen(sendFilesOf(folder));
  return {
    address: server.address,
    async replace(text, by) {
      const files = await readdir(folder, { recursive: true });
      for (const file of files.filter((name) => /\.js(?:on)?$/.test(name))) {
        const source = await readFile(path.join(folder, file), 'utf8');
        await writeFile(path.join(folder, file), source.replaceAll(text, by));
      }
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
