import type { Registry, RemotePointers } from './registry.ts';
import { versionsOf } from './versions-of.ts';

/** The live versions first; the page's own stay known, with the hashes of their entries. */
function withOwn(live: RemotePointers, own: RemotePointers): RemotePointers {
  const listed = [live.stable, ...live.previous].map(({ version }) => version);
  const missing = versionsOf({ remotes: [own] }).filter(({ version }) => !listed.includes(version));
  return { ...live, previous: [...live.previous, ...missing] };
}

/** A page's registry with the versions that are live now. A page does not get further remotes. */
export function withLive(page: Registry, live: Registry): Registry {
  const remotes = page.remotes.map((own) => {
    const newer = live.remotes.find(({ id }) => id === own.id);
    return newer ? withOwn(newer, own) : own;
  });
  return { ...page, remotes };
}
