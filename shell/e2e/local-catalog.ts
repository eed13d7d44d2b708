import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LocalServer, listen } from '../../scripts/lib/local-server.ts';
import { release } from './private-release.ts';
import { integrityOf, stableVersion } from './release-versions.ts';

export interface LocalCatalog extends LocalServer {
  /** Changes a text in every script and JSON file of the catalogue. */
  replace: (text: string, by: string) => Promise<void>;
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
  const catalog = await stableVersion(release, 'mfe-catalog');
  return path.join(release, path.dirname(catalog.entry));
}

/** Changes a text in every script and JSON file. Last in the entry, which knows the others' hashes. */
async function replaceIn(folder: string, text: string, by: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const isEntry = (file: string) => Number(file === 'remoteEntry.js');
  const texts = files
    .filter((file) => /\.js(?:on)?$/.test(file))
    .toSorted((a, b) => isEntry(a) - isEntry(b));
  const hashes: [string, string][] = [];
  for (const file of texts) {
    const before = await readFile(path.join(folder, file), 'utf8');
    let after = before.replaceAll(text, by);
    if (isEntry(file)) for (const hash of hashes) after = after.replaceAll(...hash);
    hashes.push([integrityOf(before), integrityOf(after)]);
    await writeFile(path.join(folder, file), after);
  }
}

/** A copy of the catalogue's published files on a server of their own, to be changed at will. */
export async function openCatalog(): Promise<LocalCatalog> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-catalog-'));
  await cp(await catalogFolder(), folder, { recursive: true });
  const server = await listen(sendFilesOf(folder));
  return {
    ...server,
    replace: (text, by) => replaceIn(folder, text, by),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
