import type { Api } from '@patchwork/api';
import type { PathTo, PlainPage } from '@patchwork/domain';
import { type Atom, atom, type createStore } from 'jotai';
import { sharedValue } from './shared.ts';

export type Store = ReturnType<typeof createStore>;

export type Navigate = (
  to: string,
  options?: { replace?: boolean; preventScrollReset?: boolean },
) => void;

export interface Services {
  readonly api: Api;
  readonly navigate: Navigate;
  readonly pathTo: PathTo;
  /** See `ShopStoreOptions`. */
  readonly initiator: (() => string) | undefined;
  /** For what happens outside of any atom: responses, events of other tabs. */
  readonly store: Store;
}

const connectedAtom = atom<Services | null>(null);

/** What the actions need from outside. Written once, by createShopStore. */
export const servicesAtom = atom(
  (get): Services => {
    const services = get(connectedAtom);
    if (!services) throw new Error('This store was not made by createShopStore.');
    return services;
  },
  (_get, set, services: Services) => set(connectedAtom, services),
);

/** Goes to a page. */
export const openPageAtom = atom(null, (get, _set, page: PlainPage) => {
  const { navigate, pathTo } = get(servicesAtom);
  navigate(pathTo(page));
});

/** Gives the path of a page by its name: `pathTo('product', { productId })`. Fixed while the page is open. */
export const pathToAtom: Atom<PathTo> = sharedValue(
  'pathToAtom',
  ['configuration'],
  atom((get) => get(servicesAtom).pathTo),
);
