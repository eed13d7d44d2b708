import { atom } from 'jotai';
import * as v from 'valibot';
import { entrySchema, type HistoryEntry, withoutSecrets } from './history-entry.ts';

/** How many requests are remembered. */
export const historyLength = 50;

const storageKey = 'patchwork:tester-history';

const format = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(1), entries: v.array(entrySchema) }),
);

/** What cannot be read is as good as nothing. */
function readStored(): readonly HistoryEntry[] {
  try {
    return v.parse(format, localStorage.getItem(storageKey)).entries.slice(0, historyLength);
  } catch {
    return [];
  }
}

/** Full storage gets fewer of them, the newest; forbidden storage none. */
function writeStored(entries: readonly HistoryEntry[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ version: 1, entries }));
  } catch {
    if (entries.length > 0) writeStored(entries.slice(0, Math.floor(entries.length / 2)));
  }
}

/** Newest first. In memory whole; another tab's, and those from before a reload, without secrets. */
const memoryAtom = atom<readonly HistoryEntry[] | null>(null);

/** The stored entries, each as this page remembers it, if it does. */
const recall = (remembered: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  readStored().map((entry) => remembered.find(({ id }) => id === entry.id) ?? entry);

const followedAtom = atom(
  (get): readonly HistoryEntry[] => get(memoryAtom) ?? readStored(),
  (get, set, entries?: readonly HistoryEntry[]) =>
    set(memoryAtom, entries ?? recall(get(memoryAtom) ?? [])),
);

followedAtom.onMount = (follow) => {
  const hear = ({ key }: StorageEvent) => {
    // No key: another tab cleared everything.
    if (key === null || key === storageKey) follow();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
};

/** The last requests, newest first. Written by sending one, by clearing, and by other tabs. */
export const historyAtom = atom((get) => get(followedAtom));

export const rememberAtom = atom(null, (get, set, entry: HistoryEntry): void => {
  const known = get(followedAtom);
  const others = readStored().filter(({ id }) => !known.some((one) => one.id === id));
  const entries = [entry, ...[...known, ...others].sort((a, b) => b.at - a.at)].slice(
    0,
    historyLength,
  );
  set(followedAtom, entries);
  writeStored(entries.map(withoutSecrets));
});

export const clearHistoryAtom = atom(null, (_get, set): void => {
  set(followedAtom, []);
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Forbidden: nothing was kept.
  }
});
