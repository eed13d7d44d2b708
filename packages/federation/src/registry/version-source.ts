import { entryHash, fileName } from '../runtime/entry-hash.ts';

/**
 * The origins that entries may come from, besides the shop's own: `remoteOrigins` of the runtime
 * configuration. 'any' is for tools that read a registry and run nothing of it.
 */
export type RemoteOrigins = readonly string[] | 'any';

export interface SourceRules {
  readonly remoteOrigins: RemoteOrigins;
  /** Whether hashes that are missing here are loaded before the entry is: see ShopRegistry.prepare. */
  readonly hashesFollow: boolean;
}

/** Stands for the shop's own origin, whichever that is. */
const ownOrigin = 'https://own.invalid';

/** As a browser reads an address: '/\host' and '/<tab>/host' are other hosts. */
function originOf(entry: string): string | undefined {
  return URL.canParse(entry, ownOrigin) ? new URL(entry, ownOrigin).origin : undefined;
}

/** Whether an entry comes from a development server of this machine: it changes with each edit, so it has no hash. */
export const isInDevelopment = (entry: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1):\d+\//.test(entry);

/** Why a version of a registry must not be loaded, beginning with the field at fault; undefined when it may be. */
export function sourceProblem(
  version: { readonly entry: string; readonly integrity: Readonly<Record<string, string>> },
  { remoteOrigins, hashesFollow }: SourceRules,
): string | undefined {
  const { entry } = version;
  const origin = originOf(entry);
  if (origin === undefined) return `entry: “${entry}” is no address`;
  const isOwn = entry.startsWith('/') && origin === ownOrigin;
  if (!isOwn && remoteOrigins !== 'any' && !remoteOrigins.includes(origin)) {
    return `entry: it comes from ${origin}, which “remoteOrigins” in config.json does not list`;
  }
  if (hashesFollow || entryHash(version) !== undefined || isInDevelopment(entry)) return undefined;
  return `integrity: the hash of ${fileName(entry)} is missing: copy “integrity” from the release.json of this version`;
}
