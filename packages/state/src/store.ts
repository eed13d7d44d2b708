import type { Api } from '@patchwork/api';
import type { PathTo } from '@patchwork/domain';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { queriesCatalogueAtom } from './atoms/catalogue.ts';
import { maxPriceAtom } from './atoms/filters.ts';
import { imageOriginsAtom } from './atoms/images.ts';
import { type PaymentConfig, paymentConfigAtom } from './atoms/payment.ts';
import { expireSessionAtom, restoreSessionAtom, sessionAtom } from './atoms/session.ts';
import { watchPage } from './page-events.ts';
import { createQueryClient } from './query-client.ts';
import { type Navigate, type Store, servicesAtom } from './services.ts';

export interface ShopStoreOptions {
  /** Makes the API's client; `auth` is the session behind its calls. Called once. */
  readonly connect: (auth: {
    getToken: () => string | undefined;
    onUnauthorized: () => void;
  }) => Api;
  readonly navigate: Navigate;
  /** The path at which the live remotes show a page. */
  readonly pathTo: PathTo;
  /** The store to set up, for example one that records what is written to it. Left out: a new one. */
  readonly store?: Store;
  /**
   * Names who calls right now. It is stored with a change of cart or wishlist and passed to the API's
   * observer when the change is sent, which may be much later.
   */
  readonly initiator?: () => string;
  /** How orders are paid. Left out: by the simulator. */
  readonly payment?: PaymentConfig;
  /** The highest price that the list's filter offers, in rupees. Left out: 4,000. */
  readonly maxPrice?: number | undefined;
  /** The list is loaded page by page, by queries. Left out: all products are loaded at once. */
  readonly queriesCatalogue?: boolean | undefined;
  /** From where pictures may come besides the shop's own origin. Left out: from nowhere. */
  readonly imageOrigins?: readonly string[] | undefined;
}

/** The one store of a page, with the session of the last visit. For the page's owner. */
export function createShopStore({
  connect,
  navigate,
  pathTo,
  store = createStore(),
  initiator,
  payment,
  maxPrice,
  queriesCatalogue = false,
  imageOrigins = [],
}: ShopStoreOptions): Store {
  const api = connect({
    getToken: () => store.get(sessionAtom)?.token,
    onUnauthorized: () => store.set(expireSessionAtom),
  });
  store.set(queryClientAtom, createQueryClient());
  store.set(servicesAtom, { api, navigate, pathTo, initiator, store });
  if (payment) store.set(paymentConfigAtom, payment);
  if (maxPrice !== undefined) store.set(maxPriceAtom, maxPrice);
  store.set(queriesCatalogueAtom, queriesCatalogue);
  store.set(imageOriginsAtom, imageOrigins);
  store.set(restoreSessionAtom);
  watchPage(store);
  return store;
}
