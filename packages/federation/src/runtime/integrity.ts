import { registerPlugins } from '@module-federation/enhanced/runtime';
import type { Registry } from '../registry/registry.ts';
import { versionsOf } from '../registry/versions-of.ts';
import { entryMark } from './scripts.ts';

const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** A file's address without the query, which only serves to bypass caches. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}

/**
 * Makes the browser run a remote's entry only when it is the one that was published. The entry has the
 * hashes of its own chunks.
 */
export function enforceIntegrity(registry: Registry): void {
  const known = new Map(
    versionsOf(registry).map(({ entry, integrity }) => [
      addressOf(entry),
      integrity?.[fileName(entry)],
    ]),
  );
  registerPlugins([
    {
      name: 'patchwork:integrity',
      createScript({ url, attrs, remoteInfo }) {
        const integrity = known.get(addressOf(url));
        // The runtime sets them on the script that it makes.
        if (attrs && remoteInfo) attrs[entryMark] = remoteInfo.name;
        if (attrs && integrity) Object.assign(attrs, { integrity, crossorigin: 'anonymous' });
      },
    },
  ]);
}
