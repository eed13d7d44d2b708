/** The files of a version: its entry's address, and, relative to that, hashes by path and files by module. */
interface VersionFiles {
  readonly entry: string;
  readonly integrity?: Readonly<Record<string, string>> | undefined;
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** The address of the folder of an entry, which has all files of its version. */
export const folderOf = (entry: string): string => new URL('.', new URL(entry, location.href)).href;

/** The name of an entry's file, which is in the folder of its version. */
export const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** The hash of a version's entry; undefined where it is not known. */
export const entryHash = ({ entry, integrity }: Omit<VersionFiles, 'files'>): string | undefined =>
  integrity?.[fileName(entry)];

/** The browser reuses it only for a request of the same kind, integrity and CORS mode included. */
function preload(href: string, integrity: string): HTMLLinkElement {
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

/**
 * Starts the downloads of a remote's entry and of one module's scripts and styles, all at once, as far as
 * they are wanted. Returns the links, none where the entry's hash is not known. Free of dependencies: it is
 * inlined into the HTML.
 */
export function preloadModule(
  version: VersionFiles,
  module: string,
  isWanted: (address: string) => boolean = () => true,
): HTMLLinkElement[] {
  const { entry, files, integrity = {} } = version;
  const hash = entryHash(version);
  if (!hash) return [];
  const folder = folderOf(entry);
  // The entry requests its files with their hashes: a preload without one would not be used.
  const addresses = (files[module] ?? []).map((file) => [folder + file, integrity[file]] as const);
  return [[entry, hash] as const, ...addresses].flatMap(([address, hash]) =>
    hash && isWanted(address) ? [preload(address, hash)] : [],
  );
}
