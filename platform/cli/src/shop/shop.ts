import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry, type Registry, rendererFile } from '@patchwork/host';
import {
  exists,
  folderOfVersion,
  integrityOf,
  liveOf,
  ReleaseError,
  shellName,
} from '@patchwork/release';
import * as v from 'valibot';
import { isOk, readBody, requestShop } from './request.ts';

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

function readOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  throw new ReleaseError(
    `"${address}" is not the address of a shop: write only its origin, as in https://shop.example`,
  );
}

/** Returns why a request failed: 'connect ECONNREFUSED 127.0.0.1:80'. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, 'code') ?? error.name);
}

interface LiveShop extends Pick<Registry, 'shell' | 'remotes'> {
  readonly origin: string;
  readonly text: string;
}

/** Reads the live versions of the shop at a URL. Throws a ReleaseError if the URL is not that of a shop. */
export async function readShop(address: string): Promise<LiveShop> {
  const origin = readOrigin(address);
  const file = `${origin}/registry.json`;
  const signal = AbortSignal.timeout(10_000);
  const response = await requestShop(file, { signal }).catch((error) => {
    throw new ReleaseError(
      `${origin} can’t be reached (${reasonOf(error)}): check the address, and that the shop is served there`,
    );
  });
  if (!isOk(response)) {
    response.destroy();
    throw new ReleaseError(
      `${file} returns ${response.statusCode}: there is no release at this address`,
    );
  }
  try {
    const text = (await readBody(response)).toString();
    const { shell, remotes } = parseRegistry(JSON.parse(text), 'any').registry;
    return { origin, text, shell, remotes };
  } catch (error) {
    throw new ReleaseError(`${file} is not a registry (${reasonOf(error)})`);
  }
}

/** Fetches a JSON document and validates it. If either fails, throws a ReleaseError that ends with `advice`. */
export async function fetchJson<T>(
  file: string,
  schema: v.GenericSchema<unknown, T>,
  advice: string,
): Promise<T> {
  try {
    const response = await requestShop(file, { signal: AbortSignal.timeout(10_000) });
    const body = await readBody(response);
    if (!isOk(response)) throw new Error(`it returns ${response.statusCode}`);
    return v.parse(schema, JSON.parse(body.toString()));
  } catch (error) {
    throw new ReleaseError(`${file} can’t be read (${reasonOf(error)}): ${advice}`);
  }
}

const sharedSchema = v.object({ shared: v.record(v.string(), v.object({ version: v.string() })) });

/**
 * Returns the versions of the packages that the live shell shares, such as '1.2.0' for '@patchwork/shop'; empty if no
 * shell is live. Throws a ReleaseError if the shop doesn't serve them.
 */
export async function readSharedVersions({
  origin,
  shell,
}: LiveShop): Promise<Readonly<Record<string, string>>> {
  if (!shell) return {};
  const file = `${origin}/shell/${shell.version}/release.json`;
  const { shared } = await fetchJson(file, sharedSchema, 'ask who runs the shop');
  return Object.fromEntries(Object.entries(shared).map(([name, { version }]) => [name, version]));
}

/** Fetches the OpenAPI document of the API server at `address`. Throws a ReleaseError if there is none. */
export const fetchOpenApi = (address: string): Promise<unknown> =>
  fetchJson(`${address.replace(/\/+$/, '')}/api/openapi.json`, v.unknown(), 'name an API server');

const TIMEOUT_MS = 30_000;
const MAX_DOWNLOADS = 16;

const releaseSchema = v.object({ integrity: v.record(v.string(), v.string()) });

async function download(address: string, hash?: string): Promise<Buffer> {
  function fail(error: unknown): never {
    throw new ReleaseError(`${address} can’t be read (${reasonOf(error)}): try again`);
  }
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await requestShop(address, { signal }).catch(fail);
  if (!isOk(response)) {
    response.destroy();
    throw new ReleaseError(`${address} returns ${response.statusCode}: the shop does not serve it`);
  }
  const content = await readBody(response).catch(fail);
  if (hash === undefined || integrityOf(content) === hash) return content;
  throw new ReleaseError(`${address} differs from the hash in its release.json`);
}

/** Whether a file is there with all its content, which an interrupted download may have cut off. */
async function isComplete(file: string, hash: string): Promise<boolean> {
  const content = await readFile(file).catch(() => undefined);
  return content !== undefined && integrityOf(content) === hash;
}

async function write(file: string, content: Buffer | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/**
 * Processes all items, at most MAX_DOWNLOADS at a time. Rejects only after all running work has ended, so that the
 * caller can delete what was written.
 */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  }
  const results = await Promise.allSettled(Array.from({ length: MAX_DOWNLOADS }, next));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function fetchVersion(origin: string, shop: string, name: string, version: string) {
  function requireInside(target: string, named: string): void {
    if (target.startsWith(shop + path.sep)) return;
    throw new ReleaseError(
      `${origin} names “${named}”, which leads out of the folder of its copy: ask who runs the shop`,
    );
  }
  const folder = folderOfVersion(shop, name, version);
  requireInside(folder, `${name}/${version}`);
  if (await exists(folder)) return;
  const own = `${path.relative(shop, folder).split(path.sep).join('/')}/`;
  await mkdir(path.dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    const release = await download(`${origin}/${own}release.json`);
    const { integrity } = v.parse(releaseSchema, JSON.parse(release.toString()));
    // A shop's server doesn't serve the code that renders pages.
    const served = Object.entries(integrity).filter(([file]) => file !== rendererFile);
    await forEach(served, async ([file, hash]) => {
      // The shell's paths are relative to the site's root, where all versions share hashed files.
      const address = name === shellName ? file : own + file;
      const isOwn = address.startsWith(own);
      const target = isOwn
        ? path.join(unfinished, address.slice(own.length))
        : path.join(shop, address);
      requireInside(target, file);
      if (isOwn || !(await isComplete(target, hash))) {
        await write(target, await download(`${origin}/${address}`, hash));
      }
    });
    await write(path.join(unfinished, 'release.json'), release);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Downloads what is live in the shop at a URL: the registry, the configuration, and the files of each live version,
 * except versions on other servers. Returns a folder with the layout of a release folder, in a cache below `root`.
 */
export async function fetchShop(address: string, root = tmpdir()): Promise<string> {
  const { origin, text, shell, remotes } = await readShop(address);
  const name = createHash('sha256').update(origin).digest('hex').slice(0, 12);
  const shop = path.join(root, 'node_modules/.cache/patchwork/shops', name);
  // Files of a remote on another server are not part of the shop.
  const own = remotes.flatMap(liveOf).filter(({ entry }) => entry.startsWith('/'));
  const versions = [...(shell ? [{ id: shellName, version: shell.version }] : []), ...own];
  for (const { id, version } of versions) await fetchVersion(origin, shop, id, version);
  await write(path.join(shop, 'config.json'), await download(`${origin}/config.json`));
  await write(path.join(shop, 'registry.json'), text);
  return shop;
}
