declare global {
  /**
   * Names under which something is stored in the browser, each with its scope. A remote declares its names in
   * remote.json, and the generated shop.d.ts adds them here; a shared package adds its own beside its code.
   * docs/privacy.md says what each one holds and when it is erased.
   */
  interface PatchworkStores {}
}

type NamesIn<Scope> = {
  [Name in keyof PatchworkStores]: PatchworkStores[Name] extends Scope ? Name : never;
}[keyof PatchworkStores];

/** Names of values that each shopper has. */
export type ShopperName = NamesIn<'shopper'>;

/** Names of values that one tab has. */
export type TabName = NamesIn<'tab'>;

/** Names of values that everyone in this browser shares. */
type ShopName = NamesIn<'shop'>;

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * Returns the FNV-1a hash of a text, with 64 bits. It is not secret: anyone who guesses an email can compare. But
 * it keeps the email itself out of lists of keys, and of copies of these.
 */
function digestOf(text: string): string {
  let digest = OFFSET;
  // Hashes UTF-16 units: in bytes, all single halves of surrogate pairs would be the same.
  for (let index = 0; index < text.length; index += 1) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(text.charCodeAt(index))) * PRIME);
  }
  return digest.toString(36);
}

/** Returns the key under which the browser stores one shopper's value. */
export const shopperStorageKey = (name: string, shopper: string): string =>
  `patchwork:${name}/${digestOf(shopper)}`;

/** Stands for whoever uses the browser, logged in or not. No email is empty. */
export const ANYONE = '';

/**
 * Whether a key belongs to a value of this shopper, or of any shopper if none is given. What is anyone's is every
 * shopper's: it is erased with theirs.
 */
export const isShopperKey = (key: string, shopper?: string): boolean =>
  /^patchwork:[\w-]+\//.test(key) &&
  (shopper === undefined || [shopper, ANYONE].some((each) => key.endsWith(`/${digestOf(each)}`)));

/** A text in the browser's storage under a key of its own. No method throws. */
export interface StoredText {
  readonly key: string;
  /** Returns null if nothing is stored, or the storage is forbidden. */
  read: () => string | null;
  /** Returns false if the storage is full or forbidden; the value stored before stays. */
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

/** Creates a stored text. `area` is called at each use: if storage is forbidden, reading the property throws. */
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
 * A declared name with its scope: everyone in this browser, one shopper in all tabs, this tab, or one shopper in
 * this tab.
 */
type Place =
  | { readonly name: ShopName; readonly scope: 'shop' }
  | { readonly name: TabName; readonly scope: 'tab' | { readonly shopperOfTab: string } }
  | { readonly name: ShopperName; readonly scope: { readonly shopper: string } };

type StoredValueOptions<T> = Place & {
  /**
   * Version of the shape. Raise it when older code can't read the new shape: a value of another version counts as
   * absent. A schema that reads both shapes keeps the version, and with it the stored values.
   */
  readonly version: number;
  /** Returns the value, or throws on any other shape. With a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
};

/** Value in the browser's storage, as the JSON `{ version, value }`. No method throws. */
export interface StoredValue<T> {
  /** `patchwork:<name>`, for one shopper `patchwork:<name>/<digest of the shopper>`. */
  readonly key: string;
  /** Returns undefined if nothing is stored, or nothing readable: a foreign text, or a value of another version. */
  read: () => T | undefined;
  /** Returns false if the storage is full or forbidden; the value stored before stays. */
  write: (value: T) => boolean;
  remove: () => void;
  /** Returns the stored text, which changes when another tab writes. Null if there is none. */
  readText: () => string | null;
  /** Returns the value in a stored text; undefined if it can't be read. */
  parseText: (text: string | null) => T | undefined;
  /** Whether a page of another release wrote the stored text, in a format that this one can't read. */
  isOfOtherVersion: () => boolean;
}

/** Describes a stored value. It imports nothing: the script in the page's HTML uses it as well. */
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

function textsIn(area: () => Storage, isWanted: (key: string) => boolean): StoredText[] {
  try {
    return Array.from({ length: area().length }, (_, index) => area().key(index) ?? '')
      .filter(isWanted)
      .map((key) => createStoredText(key, area));
  } catch {
    return [];
  }
}

/** Returns the texts that this browser stores, for all tabs and for this one, of one shopper or of all. */
export const shopperTexts = (shopper?: string): StoredText[] =>
  [() => localStorage, () => sessionStorage].flatMap((area) =>
    textsIn(area, (key) => isShopperKey(key, shopper)),
  );

const isOurs = (key: string): boolean => key.startsWith('patchwork:');

/** Returns all values that pieces store: those of this browser, and those of this tab. For the devtools. */
export const storedTexts = (): { readonly browser: StoredText[]; readonly tab: StoredText[] } => ({
  browser: textsIn(() => localStorage, isOurs),
  tab: textsIn(() => sessionStorage, isOurs),
});
