import type { PublishedRemote, Registry } from './registry.ts';

const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** Slots are not preloaded: the page itself comes first. */
function pageFiles({ routes, files }: PublishedRemote): PublishedRemote['files'] {
  const pages = new Set(routes.map(({ module }) => module));
  return Object.fromEntries(Object.entries(files).filter(([module]) => pages.has(module)));
}

function preloadedPart(release: PublishedRemote, files: PublishedRemote['files']): PublishedRemote {
  const { id, team, routes, slots, version, entry, integrity } = release;
  const wanted = new Set([fileName(entry), ...Object.values(files).flat()]);
  const known = Object.entries(integrity).filter(([file]) => wanted.has(file));
  const shared = {};
  return {
    ...{ id, team, routes, slots, version, entry, files, shared },
    integrity: Object.fromEntries(known),
  };
}

/**
 * The part of the registry that is embedded in a page's HTML: of each version the declaration and
 * what is preloaded (an entry knows the hashes of its own chunks), and of the previous versions only
 * the newest, to fall back to.
 */
export const browserRegistry = ({ remotes }: Registry): Registry => ({
  format: 2,
  remotes: remotes.map(({ id, stable, canary, previous }) => ({
    id,
    stable: preloadedPart(stable, pageFiles(stable)),
    ...(canary && {
      canary: { ...canary, release: preloadedPart(canary.release, pageFiles(canary.release)) },
    }),
    previous: previous.slice(0, 1).map((release) => preloadedPart(release, {})),
  })),
});
