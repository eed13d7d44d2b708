import { parseRegistry } from '@patchwork/federation';
import { ReleaseError } from '@patchwork/release';

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

/** The origin of the shop at an address. Throws a ReleaseError that says what is there instead. */
export async function findShop(address: string): Promise<string> {
  const origin = readOrigin(address);
  const response = await fetchRegistry(origin);
  if (!response.ok) {
    throw new ReleaseError(
      `${origin}/registry.json returns ${response.status}: there is no release at this address`,
    );
  }
  try {
    parseRegistry(await response.json());
    return origin;
  } catch (error) {
    throw new ReleaseError(`${origin}/registry.json is no registry (${reasonOf(error)})`);
  }
}
