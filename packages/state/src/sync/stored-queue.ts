import { productSchema } from '@patchwork/domain';
import * as v from 'valibot';
import type { Change } from './change.ts';
import { emptyList, type ListState } from './queue.ts';

const notes = {
  isQuiet: v.exactOptional(v.literal(true)),
  initiator: v.exactOptional(v.string()),
};

const changeSchema: v.GenericSchema<unknown, Change> = v.variant('type', [
  v.object({ type: v.literal('add'), product: productSchema, ...notes }),
  v.object({
    type: v.picklist(['remove', 'increment', 'decrement']),
    productId: v.string(),
    ...notes,
  }),
]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const keptSchema = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      version: v.literal(2),
      list: v.object({
        known: v.array(item),
        isKnown: v.boolean(),
        lines: v.array(
          v.object({
            productId: v.string(),
            sent: v.nullable(changeSchema),
            waiting: v.array(changeSchema),
          }),
        ),
        revision: count,
        touched: v.record(v.string(), count),
        resumedAt: count,
      }),
    }),
  );

/** One shopper's copy of one list. It is kept across reloads, and every tab writes the same one. */
export interface Ledger<T> {
  /** Its name in the storage, and in the lock that one tab at a time sends under. */
  readonly key: string;
  readonly read: () => ListState<T>;
  readonly update: (change: (state: ListState<T>) => ListState<T>) => void;
  /** Takes over what another tab wrote. */
  readonly follow: () => void;
  /** Nothing of it stays in the browser. */
  readonly drop: () => void;
}

interface LedgerOptions<T> {
  readonly key: string;
  readonly item: v.GenericSchema<unknown, T>;
  readonly onChange: () => void;
}

/**
 * What cannot be read, or was written by others, is discarded. A storage that is full or forbidden
 * leaves the list in this page's memory.
 */
export function openLedger<T>({ key, item, onChange }: LedgerOptions<T>): Ledger<T> {
  const schema = keptSchema(item);
  let state: ListState<T> = emptyList;
  let seen: string | null = null;

  const stored = (): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  /** Whether another tab has written since. */
  const refresh = (): boolean => {
    const text = stored();
    if (text === seen) return false;
    seen = text;
    const kept = v.safeParse(schema, text);
    state = kept.success ? kept.output.list : emptyList;
    return true;
  };

  const write = () => {
    try {
      localStorage.setItem(key, JSON.stringify({ version: 2, list: state }));
    } catch {
      erase();
    }
    seen = stored();
  };

  /** An older list must not come back with the next reload: its changes would go out again. */
  const erase = () => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Forbidden: nothing was ever kept.
    }
  };

  refresh();
  return {
    key,
    read: () => state,
    update: (change) => {
      const isFollowing = refresh();
      const next = change(state);
      if (next !== state) {
        state = next;
        write();
      } else if (!isFollowing) return;
      onChange();
    },
    follow: () => {
      if (refresh()) onChange();
    },
    drop: () => {
      erase();
      seen = stored();
      state = emptyList;
    },
  };
}
