import { createStoredValue } from '@patchwork/storage';
import { atom } from 'jotai';
import * as v from 'valibot';
import { draftSchema, isAuthorization } from '../../draft.ts';

const entrySchema = v.object({
  id: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  draft: draftSchema,
  /** Status or error: '200 OK', 'Network Error'. */
  result: v.string(),
  /** Milliseconds. */
  duration: v.number(),
  /** Size of the response body in bytes. */
  size: v.number(),
  /** Names of the values that weren't stored: 'authorization', 'password'. */
  notStored: v.array(v.string()),
});

/** Sent request with its result. */
export type HistoryEntry = Readonly<v.InferOutput<typeof entrySchema>>;

/** Empties each field with “password” in its name. A body that contains the word but isn't JSON becomes empty. */
function hidePasswords(body: string): string {
  if (!/password/i.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body, (key, value) => (/password/i.test(key) ? '' : value)));
  } catch {
    return '';
  }
}

/** Returns the entry as it may be stored: without authorization and passwords. */
function withoutSecrets(entry: HistoryEntry): HistoryEntry {
  const { draft } = entry;
  const body = hidePasswords(draft.body);
  const hasToken = draft.headers.some((row) => isAuthorization(row) && row.value !== '');
  const withheld = [
    ...(hasToken ? ['authorization'] : []),
    ...(body === draft.body ? [] : ['password']),
  ];
  return {
    ...entry,
    notStored: [...new Set([...entry.notStored, ...withheld])],
    draft: {
      ...draft,
      body,
      headers: draft.headers.map((row) => (isAuthorization(row) ? { ...row, value: '' } : row)),
    },
  };
}

/** Maximum number of requests in the history. */
export const historyLength = 50;

const stored = createStoredValue<readonly HistoryEntry[]>({
  name: 'tester-history',
  version: 1,
  parse: v.parser(v.array(entrySchema)),
  scope: 'shop',
});

const readStored = (): readonly HistoryEntry[] => stored.read() ?? [];

/** In-memory history. Entries of this page still have their secrets; entries from storage don't. */
const memoryAtom = atom<readonly HistoryEntry[] | null>(null);

/** Sent requests, newest first. Calling the setter without entries rereads the storage, for other tabs' changes. */
export const historyAtom = atom(
  (get): readonly HistoryEntry[] => get(memoryAtom) ?? readStored(),
  (get, set, entries?: readonly HistoryEntry[]) => {
    const own = get(memoryAtom) ?? [];
    const reread = () =>
      readStored().map((entry) => own.find(({ id }) => id === entry.id) ?? entry);
    set(memoryAtom, entries ?? reread());
  },
);

historyAtom.onMount = (readAgain) => {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when another tab has cleared the storage.
    if (key === null || key === stored.key) readAgain();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

/** Adds a request. If storage fails, the entry is kept in memory only. */
export const addToHistoryAtom = atom(null, (get, set, entry: HistoryEntry): void => {
  const entries = [entry, ...get(historyAtom)].slice(0, historyLength);
  set(historyAtom, entries);
  stored.write(entries.map(withoutSecrets));
});

export const clearHistoryAtom = atom(null, (_get, set): void => {
  set(historyAtom, []);
  stored.remove();
});
