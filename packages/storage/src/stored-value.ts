import { shopperStorageKey } from './shopper-key.ts';
import type { ShopName, ShopperName, TabName } from './stored-names.ts';

/** A text in the browser's storage under a key of its own. No method throws. */
export interface StoredText {
  readonly key: string;
  /** Null where nothing is stored, or where the storage is forbidden. */
  read: () => string | null;
  /** False where the storage is full or forbidden: what was stored before stays. */
  write: (text: string) => boolean;
  remove: () => void;
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** `area` is looked up at each use: where storage is forbidden, reading the property throws. */
export const createStoredText = (
  key: string,
  area: () => Storage = () => localStorage,
): StoredText => ({
  key,
  read: () => attempt(() => area().getItem(key)) ?? null,
  write: (text) =>
    attempt(() => {
      area().setItem(key, text);
      return true;
    }) ?? false,
  remove: () => void attempt(() => area().removeItem(key)),
});

/**
 * A declared name with its scope: everyone in this browser, one shopper in all tabs, or this tab, alone or with a
 * shopper.
 */
type Place =
  | { readonly name: ShopName; readonly scope: 'shop' }
  | { readonly name: TabName; readonly scope: 'tab' | { readonly shopperOfTab: string } }
  | { readonly name: ShopperName; readonly scope: { readonly shopper: string } };

type StoredValueOptions<T> = Place & {
  /**
   * Raised when the shape changes so that older code can't read it: what an older version wrote then counts
   * as absent. A schema that reads both shapes keeps the version, and what is stored.
   */
  readonly version: number;
  /** Throws on any other shape. Of a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
};

/** One value in the browser's storage, as the JSON `{ version, value }`. No method throws. */
export interface StoredValue<T> {
  /** `patchwork:<name>`, for one shopper `patchwork:<name>/<digest of the shopper>`. */
  readonly key: string;
  /** Undefined where nothing is stored, or nothing that can be read: foreign or of another version. */
  read: () => T | undefined;
  /** False where the storage is full or forbidden: what was stored before stays. */
  write: (value: T) => boolean;
  remove: () => void;
  /** The stored text as it is: another text is another tab's write. Null where there is none. */
  readText: () => string | null;
  /** The value that a stored text holds; undefined for text that cannot be read. */
  parseText: (text: string | null) => T | undefined;
  /** Whether a page of another release wrote what is stored, in a format that this one can't read. */
  isOfOtherVersion: () => boolean;
}

/** Describes a stored value. Free of dependencies: the script in the page's HTML uses it as well. */
export function createStoredValue<T>(options: StoredValueOptions<T>): StoredValue<T> {
  const { name, version, parse, scope } = options;
  const key =
    typeof scope === 'object'
      ? shopperStorageKey(name, 'shopper' in scope ? scope.shopper : scope.shopperOfTab)
      : `patchwork:${name}`;
  const isOfTab = scope === 'tab' || (typeof scope === 'object' && 'shopperOfTab' in scope);
  const text = createStoredText(key, () => (isOfTab ? sessionStorage : localStorage));

  const parseJson = (stored: string | null) => attempt(() => Object(JSON.parse(stored ?? '')));

  const parseText = (stored: string | null): T | undefined =>
    attempt(() => {
      const { version: written, value } = parseJson(stored);
      return written === version ? parse(value) : undefined;
    });

  return {
    key,
    read: () => parseText(text.read()),
    write: (value) => text.write(JSON.stringify({ version, value })),
    remove: text.remove,
    readText: text.read,
    parseText,
    isOfOtherVersion() {
      const written = parseJson(text.read())?.version;
      return Number.isInteger(written) && written !== version;
    },
  };
}
