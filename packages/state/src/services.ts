import type { Api } from '@patchwork/api';
import { atom, type createStore } from 'jotai';

export type Navigate = (to: string, options?: { replace?: boolean }) => void;

export interface Services {
  readonly api: Api;
  readonly navigate: Navigate;
  /** See `ShopStoreOptions`. */
  readonly initiator: (() => string) | undefined;
  /** For what goes on outside of any atom: answers, other tabs. */
  readonly store: ReturnType<typeof createStore>;
}

const connectedAtom = atom<Services | null>(null);

/** What the verbs need from outside. Written once, by createShopStore. */
export const servicesAtom = atom(
  (get): Services => {
    const services = get(connectedAtom);
    if (!services) throw new Error('This store was not made by createShopStore.');
    return services;
  },
  (_get, set, services: Services) => set(connectedAtom, services),
);
