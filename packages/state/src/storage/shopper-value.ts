import { atom, type WritableAtom } from 'jotai';
import * as v from 'valibot';
import { sessionAtom, storageKey } from '../atoms/session.ts';

/** A text as this page knows it, and what storage held when it was looked at last. */
interface KeptText {
  readonly text: string | null;
  /** Differs from `text` where storage refused a write: that one lives here only. */
  readonly stored: string | null;
}

/** By key. What was neither written nor followed is read from storage itself. */
const textsAtom = atom<ReadonlyMap<string, KeptText>>(new Map());

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What storage holds, if that is news; otherwise what is known. */
function refreshed(key: string, known: KeptText | undefined): KeptText {
  const stored = readText(key);
  return known?.stored === stored ? known : { text: stored, stored };
}

/** Takes over what other tabs wrote under a key; null: under any. */
export const followKeptAtom = atom(null, (_get, set, key: string | null): void =>
  set(textsAtom, (texts) => {
    if (key !== null) return new Map(texts).set(key, refreshed(key, texts.get(key)));
    return new Map([...texts].map(([each, known]) => [each, refreshed(each, known)]));
  }),
);

const writeTextAtom = atom(null, (_get, set, key: string, text: string): void => {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the page goes on from memory.
  }
  set(textsAtom, (texts) => new Map(texts).set(key, { text, stored: readText(key) }));
});

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
export function keptPerUser<T>(options: KeptOptions<T>): WritableAtom<T, [KeptUpdate<T>], void> {
  const { name, version, schema, empty } = options;
  const format = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ version: v.literal(version), value: schema }),
  );
  const keyAtom = atom((get) => {
    const session = get(sessionAtom);
    return session && storageKey(name, session);
  });
  // Between the key and the value: the same text again leaves the value's identity alone.
  const textAtom = atom((get) => {
    const key = get(keyAtom);
    if (key === null) return null;
    const known = get(textsAtom).get(key);
    return known === undefined ? readText(key) : known.text;
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
      // The event of what another tab has just written may still be on its way.
      set(followKeptAtom, key);
      const before = get(valueAtom);
      const value = update instanceof Function ? update(before) : update;
      if (value !== before) set(writeTextAtom, key, JSON.stringify({ version, value }));
    },
  );
}
