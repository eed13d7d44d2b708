import type { PublishedRemote, Registry } from './registry.ts';
import { versionsOf } from './versions-of.ts';

/**
 * Up to this number of remotes a page has the hash of every entry, and a page for every path the files of
 * every page. Compressed that is 50 and 400 bytes a remote.
 */
const FEW_REMOTES = 16;

interface PageOptions {
  /** The declared path that the page was requested by. Without it the page is for every path. */
  readonly route?: string | undefined;
  /** Address of the complete registry. */
  readonly complete?: string | undefined;
}

const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** The declaration and the entry, and the hashes of some files. An entry knows those of its own chunks. */
function partOf(
  release: PublishedRemote,
  hashed: readonly string[],
  files: PublishedRemote['files'] = {},
): PublishedRemote {
  const { id, team, routes, slots, version, entry } = release;
  const known = Object.entries(release.integrity).filter(([file]) => hashed.includes(file));
  const integrity = Object.fromEntries(known);
  return { id, team, routes, slots, version, entry, files, integrity, shared: {} };
}

function mapVersions(
  { remotes }: Registry,
  change: (version: PublishedRemote) => PublishedRemote,
): Registry['remotes'] {
  return remotes.map(({ id, stable, canary, previous }) => ({
    id,
    stable: change(stable),
    ...(canary && { canary: { ...canary, release: change(canary.release) } }),
    previous: previous.slice(0, 1).map(change),
  }));
}

/** What browsers need of a registry: one previous version to fall back to, and what verifies an entry. */
export const completeRegistry = (registry: Registry): Registry => ({
  format: 2,
  remotes: mapVersions(registry, (version) => partOf(version, [fileName(version.entry)])),
});

/**
 * What a page's HTML embeds of it: all declarations, and what its first page downloads, with hashes.
 * Previous versions, and in a large shop the other entries' hashes, are in the complete registry alone.
 */
export function pageRegistry(registry: Registry, { route, complete }: PageOptions = {}): Registry {
  const needsLogin = versionsOf(registry).some(({ routes }) =>
    routes.some(({ path, access }) => path === route && access === 'login'),
  );
  const hasFewRemotes = registry.remotes.length <= FEW_REMOTES;
  const isFirst = ({ path, access }: PublishedRemote['routes'][number]): boolean =>
    route === undefined ? hasFewRemotes : path === route || (needsLogin && access === 'visitor');

  function embed(version: PublishedRemote): PublishedRemote {
    const modules = version.routes.filter(isFirst).map(({ module }) => module);
    const files = Object.entries(version.files).filter(([module]) => modules.includes(module));
    const isUsed = modules.length > 0 || Object.keys(version.slots).length > 0;
    const hasHash = isUsed || hasFewRemotes || route === undefined;
    const entry = hasHash ? [fileName(version.entry)] : [];
    const hashed = [...entry, ...files.flatMap(([, names]) => names)];
    return partOf(version, hashed, Object.fromEntries(files));
  }

  const remotes = mapVersions(registry, embed).map((remote) => ({ ...remote, previous: [] }));
  return { format: 2, remotes, complete };
}
