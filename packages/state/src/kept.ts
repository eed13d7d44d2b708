import { atom, type createStore, type WritableAtom } from 'jotai';
import * as v from 'valibot';
import { sessionAtom } from './session.ts';

/**
 * What this page knows of storage, by key. A write that storage refused lives here only; what was
 * never written or heard of is read from storage itself.
 */
const textsAtom = atom<ReadonlyMap<string, string | null>>(new Map());

const readText = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const writeTextAtom = atom(null, (get, set, key: string, text: string): void => {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the page goes on from memory.
  }
  set(textsAtom, new Map(get(textsAtom)).set(key, text));
});

/** Takes over what other tabs write. Once per store, for as long as the page lives. */
export const followStorage = (store: ReturnType<typeof createStore>): void => {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    // No key: another tab cleared everything.
    store.set(textsAtom, (texts) => (key === null ? new Map() : new Map(texts).set(key, newValue)));
  });
};

interface KeptOptions<T> {
  readonly name: string;
  /** Raised when the shape changes: what an older version wrote is read as `empty`. */
  readonly version: number;
  readonly schema: v.GenericSchema<unknown, T>;
  /** While logged out, and where nothing readable is kept. */
  readonly empty: T;
}

/** A value, or how it follows from the one before. */
export type KeptUpdate<T> = T | ((before: T) => T);

/**
 * A value that each shopper keeps in this browser across reloads, the same in every tab. It is bound
 * to who is logged in: while nobody is, it is `empty`, and writing does nothing.
 */
export const keptPerUser = <T>(options: KeptOptions<T>): WritableAtom<T, [KeptUpdate<T>], void> => {
  const { name, version, schema, empty } = options;
  const format = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ version: v.literal(version), value: schema }),
  );
  const keyAtom = atom((get) => {
    const email = get(sessionAtom)?.user.email;
    return email === undefined ? null : `patchwork:${name}:${email}`;
  });
  // Between the key and the value: the same text again leaves the value's identity alone.
  const textAtom = atom((get) => {
    const key = get(keyAtom);
    if (key === null) return null;
    const known = get(textsAtom).get(key);
    return known === undefined ? readText(key) : known;
  });
  const valueAtom = atom((get): T => {
    const read = v.safeParse(format, get(textAtom));
    return read.success ? read.output.value : empty;
  });
  return atom(
    (get) => get(valueAtom),
    (get, set, update: KeptUpdate<T>): void => {
      const key = get(keyAtom);
      if (key === null) return;
      const before = get(valueAtom);
      const value = update instanceof Function ? update(before) : update;
      if (value !== before) set(writeTextAtom, key, JSON.stringify({ version, value }));
    },
  );
};
