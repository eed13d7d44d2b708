import { createStoredValue } from '@patchwork/storage';
import { atom } from 'jotai';
import * as v from 'valibot';
import { entrySchema, type HistoryEntry, withoutSecrets } from './history-entry.ts';

/** How many requests are remembered. */
export const historyLength = 50;

const stored = createStoredValue<readonly HistoryEntry[]>({
  name: 'tester-history',
  version: 1,
  parse: v.parser(v.array(entrySchema)),
  scope: 'shop',
});

const readStored = (): readonly HistoryEntry[] => (stored.read() ?? []).slice(0, historyLength);

/** A full storage gets fewer entries, the newest ones; a forbidden one gets none. */
function writeStored(entries: readonly HistoryEntry[]): void {
  if (stored.write(entries) || entries.length === 0) return;
  writeStored(entries.slice(0, Math.floor(entries.length / 2)));
}

/** This page's own entries hold their secrets; stored ones do not. */
const memoryAtom = atom<readonly HistoryEntry[] | null>(null);

/**
 * The last requests, newest first. Written by sending one, by clearing, and by other tabs: without entries,
 * it reads the storage again.
 */
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
    // No key: another tab cleared the whole storage.
    if (key === null || key === stored.key) readAgain();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

export const addToHistoryAtom = atom(null, (get, set, entry: HistoryEntry): void => {
  const known = get(historyAtom);
  const others = readStored().filter(({ id }) => !known.some((one) => one.id === id));
  const earlier = [...known, ...others].sort((a, b) => b.at - a.at);
  const entries = [entry, ...earlier].slice(0, historyLength);
  set(historyAtom, entries);
  writeStored(entries.map(withoutSecrets));
});

export const clearHistoryAtom = atom(null, (_get, set): void => {
  set(historyAtom, []);
  stored.remove();
});
