import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry, type Registry, rendererFile } from '@patchwork/host';
import {
  folderOfVersion,
  integrityOf,
  liveOf,
  ReleaseError,
  replaceFile,
  shellName,
} from '@patchwork/release';
import * as v from 'valibot';
import { isOk, readBody, requestShop } from './request.ts';

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

export function readOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  throw new ReleaseError(
    `"${address}" is not the address of a shop: write only its origin, as in https://shop.example`,
  );
}

/** Returns why a request failed: 'connect ECONNREFUSED 127.0.0.1:80'. */
export function reasonOf(error: unknown): string {
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

/** A path that leads out of the copy's folder. */
class OutsideError extends ReleaseError {}

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

/**
 * Processes all items, at most MAX_DOWNLOADS at a time. Rejects with the first failure, after all others are processed.
 */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const failures: unknown[] = [];
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error) => void failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, next));
  if (failures.length > 0) throw failures[0];
}

/** Which files of each live version a command reads: 'none' leaves only its release.json. */
export type NeededFiles = 'none' | 'types' | 'all';

const isNeeded = (file: string, needed: NeededFiles): boolean =>
  needed === 'types' ? file.startsWith('types/') : needed === 'all';

interface Version {
  readonly id: string;
  readonly version: string;
}

/** Copies a version's needed files, except those that the copy has. Rejects with the first problem, after all others. */
async function fetchVersion(
  origin: string,
  shop: string,
  { id, version }: Version,
  needed: NeededFiles,
): Promise<void> {
  const folder = folderOfVersion(shop, id, version);
  const own = `${path.relative(shop, folder).split(path.sep).join('/')}/`;
  function inside(target: string, named: string): string {
    if (target.startsWith(shop + path.sep)) return target;
    throw new OutsideError(
      `${origin} names “${named}”, which leads out of the folder of its copy: ask who runs the shop`,
    );
  }
  const description = path.join(inside(folder, `${id}/${version}`), 'release.json');
  const known = await readFile(description).catch(() => undefined);
  const text = known ?? (await download(`${origin}/${own}release.json`));
  const { integrity } = v.parse(releaseSchema, JSON.parse(text.toString()));
  const files = Object.entries(integrity).map(([file, hash]) => {
    // The shell's paths are relative to the site's root, where all versions share hashed files.
    const address = id === shellName ? file : own + file;
    return { address, target: inside(path.join(shop, address), file), hash };
  });
  const wanted = files.filter(({ address }) => {
    const relative = address.startsWith(own) ? address.slice(own.length) : address;
    // A shop's server doesn't serve the code that renders pages.
    return isNeeded(relative, needed) && relative !== rendererFile;
  });
  if (!known) await replaceFile(description, text);
  await forEach(wanted, async ({ address, target, hash }) => {
    if (await isComplete(target, hash)) return;
    await replaceFile(target, await download(`${origin}/${address}`, hash));
  });
}

interface ShopCopy {
  /** Folder with the layout of a release folder. */
  readonly folder: string;
  /** Sentences about versions of which files are missing. */
  readonly problems: readonly string[];
}

/**
 * Downloads what is live in the shop at a URL into a cache below `root`: the registry, the configuration, and the needed
 * files of each live version, except versions on other servers. A remote that the shop lacks files of is a problem only
 * to what reads them. Throws a ReleaseError if files of the shell are missing.
 */
export async function fetchShop(
  address: string,
  root = tmpdir(),
  needed: NeededFiles = 'all',
): Promise<ShopCopy> {
  const { origin, text, shell, remotes } = await readShop(address);
  const name = createHash('sha256').update(origin).digest('hex').slice(0, 12);
  const shop = path.join(root, 'node_modules/.cache/patchwork/shops', name);
  if (shell) {
    await fetchVersion(origin, shop, { id: shellName, version: shell.version }, needed);
  }
  const problems: string[] = [];
  // Files of a remote on another server are not part of the shop.
  const own = remotes.flatMap(liveOf).filter(({ entry }) => entry.startsWith('/'));
  for (const remote of own) {
    await fetchVersion(origin, shop, remote, needed).catch((error) => {
      if (error instanceof OutsideError) throw error;
      problems.push(
        `The shop’s ${remote.id} ${remote.version} lacks a file: ${reasonOf(error)}. What reads the file goes without it. The team ${remote.team} can publish it again, or go back: patchwork rollback ${remote.id}`,
      );
    });
  }
  await replaceFile(path.join(shop, 'config.json'), await download(`${origin}/config.json`));
  await replaceFile(path.join(shop, 'registry.json'), text);
  return { folder: shop, problems };
}
