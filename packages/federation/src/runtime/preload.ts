import type { ActiveRemote } from '../registry/active-remotes.ts';
import { entryHash } from './entry-hash.ts';
import { folderOf } from './folder-of.ts';

/** A file of a remote that is to be preloaded. */
interface PreloadedFile {
  readonly href: string;
  /** Its hash: the entry requests its files with theirs, and a preload without one would not be used. */
  readonly integrity: string;
}

/**
 * A remote's entry, and one module's scripts and styles; none where the entry's hash is not known. Free of
 * dependencies: it is inlined into the HTML.
 */
export function filesToPreload(remote: ActiveRemote, module: string): PreloadedFile[] {
  const { entry, files, integrity = {} } = remote;
  const hash = entryHash(remote);
  if (!hash) return [];
  const folder = folderOf(entry);
  return [
    { href: entry, integrity: hash },
    ...(files[module] ?? []).flatMap((file) =>
      integrity[file] ? [{ href: folder + file, integrity: integrity[file] }] : [],
    ),
  ];
}

/**
 * Starts a download. The browser reuses it only for a request of the same kind, integrity and CORS mode
 * included. Free of dependencies: it is inlined into the HTML.
 */
export function preload({ href, integrity }: PreloadedFile): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  link.integrity = integrity;
  link.crossOrigin = 'anonymous';
  // WebKit would use a failed preload for every later request of a script or style. `fetch` ends that.
  link.onerror = () => void fetch(href).catch(() => undefined);
  document.head.append(link);
  return link;
}
