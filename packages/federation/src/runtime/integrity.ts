import { registerPlugins } from '@module-federation/enhanced/runtime';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { entryHash } from './entry-hash.ts';
import { entryMark } from './scripts.ts';

/** A file's address without the query, which only serves to bypass caches. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}

/** The version whose entry has this address. */
export const versionAt = (
  url: string,
  versions: readonly ActiveRemote[],
): ActiveRemote | undefined => versions.find(({ entry }) => addressOf(entry) === addressOf(url));

/**
 * Makes the browser run a remote's entry only when it is the one that was published. The entry has the
 * hashes of its own chunks. `versions` returns all that are known at the time.
 */
export function enforceIntegrity(versions: () => readonly ActiveRemote[]): void {
  function integrityOf(url: string): string | undefined {
    const version = versionAt(url, versions());
    return version && entryHash(version);
  }
  registerPlugins([
    {
      name: 'patchwork:integrity',
      createScript({ url, attrs, remoteInfo }) {
        const integrity = integrityOf(url);
        // The runtime sets them on the script that it makes.
        if (attrs && remoteInfo) attrs[entryMark] = remoteInfo.name;
        if (attrs && integrity) Object.assign(attrs, { integrity, crossorigin: 'anonymous' });
      },
    },
  ]);
}
