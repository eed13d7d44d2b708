import { createStoredValue } from '@patchwork/host/storage';
import { atom } from 'jotai';
import * as v from 'valibot';
import { draftSchema, withoutSecrets } from '../../draft.ts';

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
  /** Names of the values that weren't stored: 'authorization', 'token'. */
  notStored: v.array(v.string()),
});

export type HistoryEntry = Readonly<v.InferOutput<typeof entrySchema>>;

/** Returns the entry as it may be stored: without secrets, but with their names. */
function toStored(entry: HistoryEntry): HistoryEntry {
  const notStored = new Set(entry.notStored);
  const draft = withoutSecrets(entry.draft, (name) => notStored.add(name));
  return { ...entry, draft, notStored: [...notStored] };
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
  stored.write(entries.map(toStored));
});

export const clearHistoryAtom = atom(null, (_get, set): void => {
  set(historyAtom, []);
  stored.remove();
});
