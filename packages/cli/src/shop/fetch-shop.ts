import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry } from '@patchwork/federation';
import { exists, folderOfVersion, integrityOf, ReleaseError, shellName } from '@patchwork/release';
import * as v from 'valibot';
import { findShop } from './shop-address.ts';

const TIMEOUT_MS = 30_000;
const MAX_DOWNLOADS = 16;

const releaseSchema = v.object({ integrity: v.record(v.string(), v.string()) });

async function download(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  throw new ReleaseError(`${address} returns ${response.status}: the shop does not serve it`);
}

async function write(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Runs the work on every item, on a few at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  }
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, next));
}

/** The files of a version that its contract consists of, with their hashes, by path in its folder. */
function contractIn(release: Buffer, prefix: string): [file: string, hash: string][] {
  const { integrity } = v.parse(releaseSchema, JSON.parse(release.toString()));
  return Object.entries(integrity).flatMap(([file, hash]) => {
    const own = file.startsWith(prefix) ? file.slice(prefix.length) : file;
    return own.startsWith('types/') ? [[own, hash]] : [];
  });
}

/** Copies a version's release.json and declarations. A version never changes, so it is copied once. */
async function fetchVersion(origin: string, shop: string, name: string, version: string) {
  const folder = folderOfVersion(shop, name, version);
  if (await exists(folder)) return;
  const address = `${origin}/${path.relative(shop, folder).split(path.sep).join('/')}`;
  await mkdir(path.dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    const release = await download(`${address}/release.json`);
    const prefix = name === shellName ? `shell/${version}/` : '';
    await forEach(contractIn(release, prefix), async ([file, hash]) => {
      const content = await download(`${address}/${file}`);
      if (integrityOf(content) !== hash) {
        throw new ReleaseError(`${address}/${file} has other bytes than its release.json states`);
      }
      await write(path.join(unfinished, file), content);
    });
    await write(path.join(unfinished, 'release.json'), release);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies what is live in the shop at an address, as far as the gate and an editor ask for it: the
 * registry, the configuration, and of each live version its release.json and its declarations. Returns
 * the folder of the copy, which is laid out as a release folder. `root` is the repository that keeps it.
 */
export async function fetchShop(address: string, root = tmpdir()): Promise<string> {
  const origin = await findShop(address);
  const name = createHash('sha256').update(origin).digest('hex').slice(0, 12);
  const shop = path.join(root, 'node_modules/.cache/patchwork/shops', name);
  const [registry, config] = await Promise.all(
    ['registry.json', 'config.json'].map((file) => download(`${origin}/${file}`)),
  );
  const { shell, remotes } = parseRegistry(JSON.parse(String(registry)), 'any').registry;
  const versions = remotes.flatMap(({ id, stable, canary }) =>
    [stable, ...(canary ? [canary.release] : [])].map(({ version }) => ({ id, version })),
  );
  await forEach(
    [...(shell ? [{ id: shellName, version: shell.version }] : []), ...versions],
    ({ id, version }) => fetchVersion(origin, shop, id, version),
  );
  await write(path.join(shop, 'registry.json'), registry ?? Buffer.alloc(0));
  await write(path.join(shop, 'config.json'), config ?? Buffer.alloc(0));
  return shop;
}
