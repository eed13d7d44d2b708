import type { Api, ApiError } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import type { Change } from './change-queue.ts';
import { type Ledger, shownItems, submitChange, withChanges } from './ledger.ts';
import { type Load, unwrap } from './query-client.ts';
import { servicesAtom } from './services.ts';
import { sessionAtom, userKey } from './session.ts';

interface UserListSpec<T> {
  readonly name: 'wishlist' | 'cart';
  readonly idOf: (item: T) => string;
  readonly words: Ledger<T>['words'];
  readonly load: (api: Api, signal: AbortSignal) => Promise<Result<readonly T[], ApiError>>;
}

/** The atoms of a list that the server keeps for each shopper. Loaded only while logged in. */
export const createUserList = <T>({ name, idOf, words, load }: UserListSpec<T>) => {
  const ledgerAtom = atom((get): Ledger<T> | null => {
    const session = get(sessionAtom);
    if (!session) return null;
    const client = get(queryClientAtom);
    return { client, queryKey: userKey(name, session), idOf, words, queues: new Map() };
  });

  const loadAtom: Atom<Load<readonly T[]>> = atomWithQuery<readonly T[], ApiError>((get) => {
    const ledger = get(ledgerAtom);
    const { api } = get(servicesAtom);
    return {
      queryKey: userKey(name, get(sessionAtom)),
      enabled: ledger !== null,
      queryFn: async ({ signal }) => {
        const loaded = await unwrap(load(api, signal));
        return ledger ? withChanges(ledger, loaded) : loaded;
      },
    };
  });

  const nothing: readonly T[] = [];
  const itemsAtom: Atom<readonly T[]> = atom((get) =>
    get(sessionAtom) ? (get(loadAtom).data ?? nothing) : nothing,
  );

  /** The items at this moment, for a verb: right even where no page has the list mounted. */
  const currentAtom = atom(null, (get): readonly T[] => {
    const ledger = get(ledgerAtom);
    return (ledger && shownItems(ledger)) ?? nothing;
  });

  const changeAtom = atom(null, async (get, _set, change: Change<T>): Promise<void> => {
    const ledger = get(ledgerAtom);
    if (ledger) await submitChange(ledger, change, () => get(ledgerAtom) !== ledger);
  });

  return { loadAtom, itemsAtom, currentAtom, changeAtom };
};
