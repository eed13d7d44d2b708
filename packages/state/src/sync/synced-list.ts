import { type Api, type ApiError, type CallOptions, describeError } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { toast } from 'react-toastify';
import type { GenericSchema } from 'valibot';
import { isOfflineAtom, lostAtom, reachedAtom } from '../atoms/network.ts';
import { sessionAtom, storageKey, userKey } from '../atoms/session.ts';
import { type Load, unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import type { Change, ListRules } from './change.ts';
import { type Desk, openDesk } from './list-desk.ts';
import { ask, emptyList, type ListState, loaded, shownItems } from './queue.ts';

type ListAnswer<T> = Promise<Result<readonly T[], ApiError>>;

interface UserListSpec<T> {
  readonly name: 'wishlist' | 'cart';
  readonly item: GenericSchema<unknown, T>;
  readonly rules: ListRules<T>;
  readonly words: { readonly added: string; readonly removed: string };
  readonly load: (api: Api, signal?: AbortSignal) => ListAnswer<T>;
  readonly call: (api: Api, change: Change, options: CallOptions) => ListAnswer<T>;
}

/** How far a list is loaded. `data` is there once anything is known of it, by the last visit too. */
export type ListLoad<T> = Pick<
  Load<readonly T[]>,
  'isPending' | 'isLoading' | 'isError' | 'error'
> & {
  readonly data: readonly T[] | undefined;
  readonly refetch: () => Promise<Pick<Load<null>, 'isError'>>;
};

/** The atoms of a list that the server keeps for each shopper. Loaded only while logged in. */
export function createUserList<T>(spec: UserListSpec<T>) {
  const { name, item, rules, words } = spec;
  const versionAtom = atom(0);

  const deskAtom: Atom<Desk<T> | null> = atom((get) => {
    const session = get(sessionAtom);
    if (!session) return null;
    const { api, store } = get(servicesAtom);
    return openDesk<T>({
      key: storageKey(name, session),
      item,
      rules,
      call: (change) => spec.call(api, change, { initiator: change.initiator }),
      load: () => spec.load(api),
      isOver: () => store.get(sessionAtom) !== session,
      isOffline: () => store.get(isOfflineAtom),
      onChange: () => store.set(versionAtom, (version) => version + 1),
      onReached: () => store.set(reachedAtom),
      onLost: () => store.set(lostAtom, () => store.set(sendAtom, 'again')),
      onRefused: (change, error) => {
        if (!change.isQuiet) toast.error(describeError(error));
      },
      onDone: (change, before) => {
        if (change.isQuiet) return;
        if (before === undefined) toast.success(words.added);
        else if (rules.apply(before, change) === undefined) toast.success(words.removed);
      },
    });
  });

  /** Sends what waits; `again` after a time without network, to find out whether it is over. */
  const sendAtom = atom(null, (get, _set, again?: 'again'): void => {
    void get(deskAtom)?.sender.run(again);
  });

  const stateAtom: Atom<ListState<T>> = atom((get) => {
    get(versionAtom);
    return get(deskAtom)?.ledger.read() ?? emptyList;
  });

  const shownAtom: Atom<readonly T[]> = atom((get) => shownItems(rules, get(stateAtom)));

  /** The query tells how loading went; what was loaded goes to the desk, where changes are known. */
  const queryAtom = atomWithQuery<null, ApiError>((get) => {
    const desk = get(deskAtom);
    const { api, store } = get(servicesAtom);
    return {
      queryKey: userKey(name, get(sessionAtom)),
      enabled: desk !== null,
      queryFn: async ({ signal }) => {
        if (!desk) return null;
        const { revision } = desk.ledger.read();
        const answer = await spec.load(api, signal);
        if (store.get(deskAtom) !== desk) return null;
        if (!answer.ok && answer.error.kind === 'network') {
          store.set(lostAtom, () => store.set(sendAtom, 'again'));
        }
        const list = await unwrap(Promise.resolve(answer));
        desk.ledger.update((state) => loaded(rules, state, list, revision));
        return null;
      },
    };
  });

  const itemsAtom: Atom<readonly T[]> = atom((get) => {
    // Read for its effect: while somebody looks at the list, it is loaded.
    if (get(deskAtom)) get(queryAtom);
    return get(shownAtom);
  });

  const loadAtom: Atom<ListLoad<T>> = atom((get) => {
    const { isPending, isLoading, isError, error, refetch } = get(queryAtom);
    const { isKnown, lines } = get(stateAtom);
    const data = isKnown || lines.length > 0 ? get(shownAtom) : undefined;
    const isMissing = data === undefined;
    return {
      data,
      isPending: isMissing && isPending,
      isLoading: isMissing && isLoading,
      isError,
      error,
      refetch,
    };
  });

  /** Shows the change at once. Resolves when it is answered, or has to wait for the network. */
  const changeAtom = atom(null, async (get, _set, productId: string, change: Change) => {
    const desk = get(deskAtom);
    if (!desk) return;
    const initiator = get(servicesAtom).initiator?.();
    const asked = initiator === undefined ? change : { ...change, initiator };
    desk.ledger.update((state) => ask(rules, state, asked));
    void desk.sender.run();
    await desk.sender.settled(productId);
  });

  /** Takes over what another tab wrote. */
  const followAtom = atom(null, (get) => get(deskAtom)?.ledger.follow());

  /** Leaves nothing of the list in the browser, and nothing under way. */
  const dropAtom = atom(null, (get) => get(deskAtom)?.ledger.drop());

  return {
    deskAtom,
    stateAtom,
    shownAtom,
    itemsAtom,
    loadAtom,
    changeAtom,
    sendAtom,
    followAtom,
    dropAtom,
  };
}
