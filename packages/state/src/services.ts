import type { Api, ApiError } from '@patchwork/api';
import type { PathTo, Result } from '@patchwork/domain';
import type { QueryClient } from '@tanstack/query-core';
import { type Atom, atom, type createStore } from 'jotai';
import { sharedValue } from './shared.ts';

export type Store = ReturnType<typeof createStore>;

export type Navigate = (
  to: string,
  options?: { replace?: boolean; preventScrollReset?: boolean },
) => Promise<void> | undefined;

/** Services that actions need from outside of the store. */
export interface Services {
  /** The calls of the API. None of them rejects. */
  readonly api: Api;
  /**
   * Makes a call for the logged-in shopper, and returns its value, or the message to show. An answer that arrives
   * after this session has ended counts as 'Please login to continue!'. Without a login it leads to the login page.
   */
  readonly callApi: <T>(
    call: (api: Api) => Promise<Result<T, ApiError>>,
  ) => Promise<Result<T, string>>;
  /** Navigates to a path of the shop. Resolves when its page is shown, or another navigation has taken its place. */
  readonly navigate: Navigate;
}

/** Services that only this package needs. */
export interface Connection extends Services {
  readonly pathTo: PathTo;
  /** See `ShopStoreOptions`. */
  readonly initiator: (() => string) | undefined;
  readonly client: QueryClient;
  /** The store, for code outside of atoms: responses, events of other tabs. */
  readonly store: Store;
}

const writtenAtom = atom<Connection | null>(null);

/** Written once, by createShopStore. For this package only. */
export const connectionAtom = atom(
  (get): Connection => {
    const connection = get(writtenAtom);
    if (!connection) throw new Error('This store was not made by createShopStore.');
    return connection;
  },
  (_get, set, connection: Connection) => set(writtenAtom, connection),
);

/** The API and the router, for actions. Fixed while the page is open. */
export const servicesAtom: Atom<Services> = sharedValue(
  'servicesAtom',
  ['configuration'],
  atom((get) => get(connectionAtom)),
);

/** Gives the path of a page by its name: `pathTo('product', { productId })`. Fixed while the page is open. */
export const pathToAtom: Atom<PathTo> = sharedValue(
  'pathToAtom',
  ['configuration'],
  atom((get) => get(connectionAtom).pathTo),
);
