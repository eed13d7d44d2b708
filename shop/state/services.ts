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

/** Services that actions use, outside of the store. */
export interface Services {
  /** Calls of the API. None of them rejects. */
  readonly api: Api;
  /**
   * Makes a call for the logged-in shopper. Resolves to its value, or to a message to show, which is 'Please login to
   * continue!' if the session ends before the response arrives. Without a login, makes no call, navigates to the login
   * page, and resolves to that message.
   */
  readonly callApi: <T>(
    call: (api: Api) => Promise<Result<T, ApiError>>,
  ) => Promise<Result<T, string>>;
  /** Navigates to a path of the shop. Resolves when its page is shown or another navigation has replaced this one. */
  readonly navigate: Navigate;
}

/** Services for this package only. */
export interface Connection extends Services {
  readonly pathTo: PathTo;
  readonly language: string;
  /** See `ShopStoreOptions`. */
  readonly initiator: (() => string) | undefined;
  /** See `ShopStoreOptions`. */
  readonly settingOf: ((remote: string, name: string) => unknown) | undefined;
  readonly client: QueryClient;
  /** The store, for code outside of atoms, which handles API responses and events of other tabs. */
  readonly store: Store;
}

const writtenAtom = atom<Connection | null>(null);

/** All services of the store. Written once, by createShopStore. Internal to this package. */
export const connectionAtom = atom(
  (get): Connection => {
    const connection = get(writtenAtom);
    if (!connection) throw new Error('This store was not made by createShopStore.');
    return connection;
  },
  (_get, set, connection: Connection) => set(writtenAtom, connection),
);

/** API and router, for actions. They don't change while the page is open. */
export const servicesAtom: Atom<Services> = sharedValue(
  'servicesAtom',
  ['configuration'],
  atom((get) => get(connectionAtom)),
);

/**
 * Function that returns the path of a page by its name: `pathTo('product', { productId })`. It doesn't change while the
 * page is open.
 */
export const pathToAtom: Atom<PathTo> = sharedValue(
  'pathToAtom',
  ['configuration'],
  atom((get) => get(connectionAtom).pathTo),
);

/**
 * Language of the document: 'en', or one that a live remote declares, such as 'hi'. It doesn't change while the page is
 * open. A remote without that language shows its English texts.
 */
export const languageAtom: Atom<string> = sharedValue(
  'languageAtom',
  ['browser'],
  atom((get) => get(connectionAtom).language),
);
