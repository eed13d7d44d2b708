/** Maximum length of a part of a path in most file systems, in bytes. */
const MAX_PART_BYTES = 255;

/**
 * Whether a part of an object's name is a file name on every system. '' and what ends with a dot, such as '..', lead
 * elsewhere or name another file; so do a backslash, a drive ('C:') and a stream ('a:b').
 */
export const isPlainPart = (part: string): boolean =>
  part !== '' &&
  !/[\p{Cc}\p{Cs}\\:]|[. ]$/u.test(part) &&
  Buffer.byteLength(part) <= MAX_PART_BYTES;

/** Returns the form that names have in common if some file system takes them for the same: case and Unicode's forms. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Files and folders of every release: nothing else can be in their place. */
const reserved = [
  ...['registry.json', 'config.json', 'owners.json', 'index.html'],
  ...['remotes/', 'shell/', 'static/', '.history/'],
];

/** Creates a set of paths that can exist together in any file system. */
export function createPaths() {
  /** Spelling of each file, and of each folder with '/' at its end, by folded path. */
  const spellings = new Map(reserved.map((each) => [each.replace(/\/$/, ''), each]));
  return {
    /** Adds a file. Returns false if it would be in the place of another file or of a folder. */
    add(file: string): boolean {
      const parts = file.split('/');
      const paths = parts.map((_part, index) => {
        const path = parts.slice(0, index + 1).join('/');
        return [foldName(path), path === file ? path : `${path}/`] as const;
      });
      const isFree = paths.every(([folded, path]) => (spellings.get(folded) ?? path) === path);
      if (isFree) for (const [folded, path] of paths) spellings.set(folded, path);
      return isFree;
    },
  };
}

/**
 * Returns those names of objects that can be files of a release. An object store allows any name, so this is asked
 * before a name is joined with a folder. Of names that can't be files together, keeps 'a/b' rather than 'a', and 'a'
 * rather than 'A'.
 */
export function fileNames(names: Iterable<string>): ReadonlySet<string> {
  const paths = createPaths();
  const plain = [...names].filter((name) => name.split('/').every(isPlainPart));
  return new Set(
    plain
      .sort()
      .reverse()
      .filter((name) => paths.add(name)),
  );
}
