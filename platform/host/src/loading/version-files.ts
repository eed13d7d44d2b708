/**
 * Files of a version: the entry's address, the hashes by path, and the files by module. Paths are relative to the
 * entry.
 */
interface VersionFiles {
  readonly entry: string;
  readonly integrity?: Readonly<Record<string, string>> | undefined;
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** Returns the address of the entry's folder, which holds all files of the version. */
export const folderOf = (entry: string): string => new URL('.', new URL(entry, location.href)).href;

/** Returns the name of an entry's file in the folder of its version. */
export const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** Returns the hash of a version's entry; undefined if unknown. */
export const entryHash = ({ entry, integrity }: Omit<VersionFiles, 'files'>): string | undefined =>
  integrity?.[fileName(entry)];

/** Preloads a file. The browser uses a preload only for a request with the same kind, integrity and CORS mode. */
function preload(href: string, integrity: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  link.integrity = integrity;
  link.crossOrigin = 'anonymous';
  // WebKit reuses a failed preload for every later request of a script or style. `fetch` clears it.
  link.onerror = () => void fetch(href).catch(() => undefined);
  document.head.append(link);
  return link;
}

/**
 * Preloads a remote's entry, and the wanted scripts and styles of one module, as far as their hashes are known. Returns
 * the links; none if the entry's hash is unknown. Inlined into the page's HTML, so it imports no library.
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
  // The entry requests its files with hashes. A preload without one would not be used.
  const addresses = (files[module] ?? []).map((file) => [folder + file, integrity[file]] as const);
  return [[entry, hash] as const, ...addresses].flatMap(([address, hash]) =>
    hash && isWanted(address) ? [preload(address, hash)] : [],
  );
}
