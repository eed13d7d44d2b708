declare global {
  /**
   * Names of the values that the browser stores, each with its scope. A remote declares its names in remote.json, and
   * the generated shop.d.ts adds them here; a shared package adds its own beside its code. docs/privacy.md says what
   * each value holds and when it is erased.
   */
  interface PatchworkStores {}
}

type NamesIn<Scope> = {
  [Name in keyof PatchworkStores]: PatchworkStores[Name] extends Scope ? Name : never;
}[keyof PatchworkStores];

export type ShopperName = NamesIn<'shopper'>;

export type TabName = NamesIn<'tab'>;

/** Names of values that all users of this browser share. */
export type ShopName = NamesIn<'shop'>;

/** No name: the compiler's message about an undeclared name ends with this. */
export type UndeclaredName =
  'To use another name, add it to "stores" of remote.json with this scope, then run: pnpm types';

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * Returns the 64-bit FNV-1a hash of a text. It keeps emails out of lists of storage keys and out of copies of these
 * lists, but doesn't hide an email from anyone who guesses it and compares hashes.
 */
function digestOf(text: string): string {
  let digest = OFFSET;
  // Hashes UTF-16 units. In UTF-8, all unpaired surrogates would have the same bytes.
  for (let index = 0; index < text.length; index += 1) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(text.charCodeAt(index))) * PRIME);
  }
  return digest.toString(36);
}

export const shopperStorageKey = (name: string, shopper: string): string =>
  `patchwork:${name}/${digestOf(shopper)}`;

/** Stands for any user of the browser, logged in or not. It can't be a shopper's email, which is never empty. */
export const ANYONE = '';

/**
 * Whether a key belongs to a value of `shopper` or, without one, of any shopper. ANYONE's values belong to every
 * shopper: they are erased together with the shopper's own values.
 */
export const isShopperKey = (key: string, shopper?: string): boolean =>
  /^patchwork:[\w-]+\//.test(key) &&
  (shopper === undefined || [shopper, ANYONE].some((each) => key.endsWith(`/${digestOf(each)}`)));

/** A text in the browser's storage, under one key. No method throws. */
export interface StoredText {
  readonly key: string;
  /** Reads the text; null if nothing is stored, or storage is forbidden. */
  read: () => string | null;
  /** Stores a text. Returns false if the storage is full or forbidden; the previous text then stays. */
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

/**
 * Creates a stored text. `area` is called at each use, because reading `localStorage` throws if storage is forbidden.
 */
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
 * A declared name with its scope: all users of this browser (with ANYONE as the shopper, only until the next logout),
 * this tab, one shopper in this tab, or one shopper in all tabs.
 */
type Place =
  | {
      readonly name: ShopName | UndeclaredName;
      readonly scope: 'shop' | { readonly shopper: typeof ANYONE };
    }
  | {
      readonly name: TabName | UndeclaredName;
      readonly scope: 'tab' | { readonly shopperOfTab: string };
    }
  | { readonly name: ShopperName | UndeclaredName; readonly scope: { readonly shopper: string } };

type StoredValueOptions<T> = Place & {
  /**
   * Version of the shape. Raise it when older code can't read the new shape: a value of another version counts as
   * absent. If the schema reads both shapes, keep the version, and the stored values stay.
   */
  readonly version: number;
  /** Returns the value, or throws if its shape is wrong. With a valibot schema: `v.parser(schema)`. */
  readonly parse: (value: unknown) => T;
};

/** A JSON value in the browser's storage, stored as `{ version, value }`. No method throws. */
export interface StoredValue<T> {
  /** `patchwork:<name>`, or `patchwork:<name>/<hash of the shopper>` for one shopper. */
  readonly key: string;
  /** Reads the value; undefined if nothing readable is stored, or if the value has another version. */
  read: () => T | undefined;
  /**
   * Stores a value. Returns false if the storage is full or forbidden, or JSON can't represent the value; the previous
   * value then stays.
   */
  write: (value: T) => boolean;
  remove: () => void;
  /** Returns the stored text, which another tab can change; null if nothing is stored, or storage is forbidden. */
  readText: () => string | null;
  /** Parses a stored text; undefined if it can't be read or has another version. */
  parseText: (text: string | null) => T | undefined;
  /** Whether a page of another release wrote the stored text, in a format that this release can't read. */
  isOfOtherVersion: () => boolean;
}

/** Creates a stored value. Keep this module free of imports: the inline script in the page's HTML uses it too. */
export function createStoredValue<T>(options: StoredValueOptions<T>): StoredValue<T> {
  const { name, version, parse, scope } = options;
  const { shopperOfTab, shopper = shopperOfTab } = Object(scope);
  const key = shopper === undefined ? `patchwork:${name}` : shopperStorageKey(name, shopper);
  const isOfTab = scope === 'tab' || shopperOfTab !== undefined;
  const text = createStoredText(key, () => (isOfTab ? sessionStorage : localStorage));

  // Usually nothing is stored. That must not throw: for each of a page's first exceptions, the engine parses code
  // again.
  const parseJson = (stored: string | null) =>
    stored === null ? undefined : attempt(() => Object(JSON.parse(stored)));

  function parseText(stored: string | null): T | undefined {
    const { version: written, value } = parseJson(stored) ?? {};
    return written === version ? attempt(() => parse(value)) : undefined;
  }

  return {
    key,
    read: () => parseText(text.read()),
    write: (value) => attempt(() => text.write(JSON.stringify({ version, value }))) ?? false,
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

/** Returns the stored texts of one shopper, or of all shoppers, in this browser and in this tab. */
export const shopperTexts = (shopper?: string): StoredText[] =>
  [() => localStorage, () => sessionStorage].flatMap((area) =>
    textsIn(area, (key) => isShopperKey(key, shopper)),
  );

/** Makes the tab's values of those who were not logged in a shopper's own. They replace older ones of the shopper. */
export function takeOverTab(shopper: string): void {
  const area = () => sessionStorage;
  for (const { key, read, remove } of textsIn(area, (key) => isShopperKey(key, ANYONE))) {
    const value = read() ?? '';
    // First, in case the storage is full.
    remove();
    createStoredText(key.replace(digestOf(ANYONE), digestOf(shopper)), area).write(value);
  }
}

const isOurs = (key: string): boolean => key.startsWith('patchwork:');

/** Returns all values that pieces store, in this browser and in this tab. For the devtools. */
export const storedTexts = (): { readonly browser: StoredText[]; readonly tab: StoredText[] } => ({
  browser: textsIn(() => localStorage, isOurs),
  tab: textsIn(() => sessionStorage, isOurs),
});
