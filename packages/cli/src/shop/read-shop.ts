import { parseRegistry, type Registry } from '@patchwork/federation';
import { ReleaseError } from '@patchwork/release';
import * as v from 'valibot';

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

function readOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  throw new ReleaseError(
    `"${address}" is no address of a shop: that is the origin alone, as in https://shop.example`,
  );
}

/** Node's fetch says in the cause what went wrong: 'connect ECONNREFUSED 127.0.0.1:80'. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || String(Reflect.get(cause, 'code') ?? cause.name);
}

async function fetchRegistry(origin: string): Promise<Response> {
  try {
    return await fetch(`${origin}/registry.json`, { signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    throw new ReleaseError(
      `${origin} can’t be reached (${reasonOf(error)}): check the address, and that the shop is served there`,
    );
  }
}

interface LiveShop extends Pick<Registry, 'shell' | 'remotes'> {
  readonly origin: string;
  /** Its registry.json, as it is served. */
  readonly text: string;
}

/** Reads the live versions of the shop at an address. Throws a ReleaseError that says what is there instead. */
export async function readShop(address: string): Promise<LiveShop> {
  const origin = readOrigin(address);
  const response = await fetchRegistry(origin);
  if (!response.ok) {
    throw new ReleaseError(
      `${origin}/registry.json returns ${response.status}: there is no release at this address`,
    );
  }
  try {
    const text = await response.text();
    const { shell, remotes } = parseRegistry(JSON.parse(text), 'any').registry;
    return { origin, text, shell, remotes };
  } catch (error) {
    throw new ReleaseError(`${origin}/registry.json is no registry (${reasonOf(error)})`);
  }
}

const sharedSchema = v.object({ shared: v.record(v.string(), v.object({ version: v.string() })) });

/**
 * Returns the version of each package that the live shell shares, such as '1.2.0' of '@patchwork/shop'; empty
 * where no shell is live. Throws a ReleaseError when the shop does not serve them.
 */
export async function readSharedVersions({
  origin,
  shell,
}: LiveShop): Promise<Readonly<Record<string, string>>> {
  if (!shell) return {};
  const file = `${origin}/shell/${shell.version}/release.json`;
  try {
    const response = await fetch(file, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`it returns ${response.status}`);
    const { shared } = v.parse(sharedSchema, await response.json());
    return Object.fromEntries(Object.entries(shared).map(([name, { version }]) => [name, version]));
  } catch (error) {
    throw new ReleaseError(`${file} can’t be read (${reasonOf(error)}): ask who runs the shop`);
  }
}

/** The OpenAPI document of an API server. Throws a ReleaseError where there is none. */
export async function fetchOpenApi(address: string): Promise<unknown> {
  const file = `${address.replace(/\/+$/, '')}/api/openapi.json`;
  try {
    const response = await fetch(file, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`it returns ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new ReleaseError(`${file} can’t be read (${reasonOf(error)}): name an API server`);
  }
}
