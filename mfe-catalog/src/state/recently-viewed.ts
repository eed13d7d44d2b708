import { action, sharedValue, storedValueAtom } from '@patchwork/shop';
import type { PictureSource, Product } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';

/** A product as it looked when its page was open. The price is left out, as it may have changed since. */
export type ViewedProduct = Pick<Product, 'id' | 'title' | 'image' | 'sources' | 'style'>;

/** Maximum number of stored products: one more than a row shows, because a product's own page leaves it out. */
const MAX_VIEWED = 7;

const none: readonly ViewedProduct[] = [];

const parseSource = ({ image, width }: Partial<PictureSource>) => ({
  image: String(image),
  width: Number(width),
});

function parseViewed(value: unknown): readonly ViewedProduct[] {
  if (!Array.isArray(value)) throw new Error('It is not a list.');
  return value.map((entry) => {
    const { id, title, image, sources, style } = Object(entry);
    if ([id, title, image].some((text) => typeof text !== 'string'))
      throw new Error('A text is missing.');
    return { id, title, image, sources: sources?.map(parseSource), style: style && String(style) };
  });
}

const storedAtom = storedValueAtom<readonly ViewedProduct[]>({
  name: 'recently-viewed',
  scope: 'shop',
  version: 1,
  parse: parseViewed,
  empty: none,
});

/**
 * Products that were viewed in this browser, latest first. Shared by all users of the browser; any logout erases them.
 */
export const recentlyViewedAtom: Atom<readonly ViewedProduct[]> = sharedValue(
  'recentlyViewedAtom',
  ['browser'],
  atom((get) => get(storedAtom)),
);

/**
 * Moves a product to the front of the viewed products, or adds it there, in place of its siblings. Beyond the maximum,
 * the last is removed.
 */
export const viewProductAtom = action(
  'viewProductAtom',
  [recentlyViewedAtom],
  (_get, set, { id, title, image, sources, style }: ViewedProduct): void =>
    set(storedAtom, (before) => {
      const others = before.filter(
        (each) => each.id !== id && (style === undefined || each.style !== style),
      );
      return [{ id, title, image, sources, style }, ...others].slice(0, MAX_VIEWED);
    }),
);

/** Removes a product, such as one that is no longer sold, from the viewed products; without an id, removes all. */
export const forgetViewedAtom = action(
  'forgetViewedAtom',
  [recentlyViewedAtom],
  (get, set, productId?: string): void => {
    const left = get(storedAtom).filter(({ id }) => productId !== undefined && id !== productId);
    set(storedAtom, left.length > 0 ? left : none);
  },
);
