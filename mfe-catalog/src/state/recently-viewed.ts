import { action, sharedValue, storedValueAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';

/** A product as it looked when its page was open. The price is left out, as it may have changed since. */
export type ViewedProduct = Pick<Product, 'id' | 'title' | 'image'>;

/** Number of products that are kept: one more than are shown, as a product's own page leaves it out. */
const MAX_VIEWED = 7;

const none: readonly ViewedProduct[] = [];

function parseViewed(value: unknown): readonly ViewedProduct[] {
  if (!Array.isArray(value)) throw new Error('It is not a list.');
  return value.map((entry) => {
    const { id, title, image } = Object(entry);
    if ([id, title, image].some((text) => typeof text !== 'string'))
      throw new Error('A text is missing.');
    return { id, title, image };
  });
}

const storedAtom = storedValueAtom<readonly ViewedProduct[]>({
  name: 'recently-viewed',
  scope: 'anyone',
  version: 1,
  parse: parseViewed,
  empty: none,
});

/** The products whose pages were open in this browser, the last one first. Anyone's, until someone logs out. */
export const recentlyViewedAtom: Atom<readonly ViewedProduct[]> = sharedValue(
  'recentlyViewedAtom',
  ['browser'],
  atom((get) => get(storedAtom)),
);

/** Puts a product first, whose page is open. */
export const viewProductAtom = action(
  'viewProductAtom',
  [recentlyViewedAtom],
  (_get, set, { id, title, image }: ViewedProduct): void =>
    set(storedAtom, (before) =>
      [{ id, title, image }, ...before.filter((each) => each.id !== id)].slice(0, MAX_VIEWED),
    ),
);

/** Removes a product that is no longer sold; without an id, all. */
export const forgetViewedAtom = action(
  'forgetViewedAtom',
  [recentlyViewedAtom],
  (get, set, productId?: string): void => {
    const left = get(storedAtom).filter(({ id }) => productId !== undefined && id !== productId);
    set(storedAtom, left.length > 0 ? left : none);
  },
);
