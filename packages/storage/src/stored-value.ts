/** Who shares a stored value: everyone in this browser, one shopper in all tabs, or this tab alone. */
export type StorageScope = 'shop' | 'tab' | { readonly shopper: string };

interface StoredValueOptions<T> {
  readonly name: string;
  /** Raised when the shape changes: what an older version wrote then counts as absent. */
  readonly version: number;
  /** Throws on any other shape. Of a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
  readonly scope: StorageScope;
}

/** One value in the browser's storage, as the JSON `{ version, value }`. No method throws. */
export interface StoredValue<T> {
  /** `patchwork:<name>`, for one shopper `patchwork:<name>:<shopper>`. */
  readonly key: string;
  /** Undefined where nothing is stored, or nothing that can be read: foreign or of another version. */
  read(): T | undefined;
  /** False where the storage is full or forbidden: what was stored before stays. */
  write(value: T): boolean;
  remove(): void;
  /** The stored text as it is: another text is another tab's write. Null where there is none. */
  readText(): string | null;
  /** The value that a stored text holds; undefined for text that cannot be read. */
  parseText(text: string | null): T | undefined;
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Describes a stored value. Free of dependencies: the script in the page's HTML uses it as well. */
export function createStoredValue<T>({
  name,
  version,
  parse,
  scope,
}: StoredValueOptions<T>): StoredValue<T> {
  const key =
    typeof scope === 'object' ? `patchwork:${name}:${scope.shopper}` : `patchwork:${name}`;
  // Looked up at each use: where storage is forbidden, reading the property throws.
  const storage = () => (scope === 'tab' ? sessionStorage : localStorage);
  const readText = () => attempt(() => storage().getItem(key)) ?? null;
  const remove = () => void attempt(() => storage().removeItem(key));

  function parseText(text: string | null): T | undefined {
    if (text === null) return undefined;
    return attempt(() => {
      const stored: unknown = JSON.parse(text);
      const { version: written, value } = Object(stored);
      return written === version ? parse(value) : undefined;
    });
  }

  return {
    key,
    read: () => parseText(readText()),
    write: (value) =>
      attempt(() => {
        storage().setItem(key, JSON.stringify({ version, value }));
        return true;
      }) ?? false,
    remove,
    readText,
    parseText,
  };
}
