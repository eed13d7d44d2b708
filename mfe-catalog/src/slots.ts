import { slotOf } from '@patchwork/shop';
import type { Category } from '@patchwork/shop/domain';

/**
 * Id and category of a product. Written out, because `patchwork types` prints library types such as Pick as unknown.
 */
interface ShownProduct {
  readonly id: string;
  readonly category: Category;
}

/** Props that this remote's pages pass to the fragments in each slot. remote.json lists the same slots. */
export interface SlotProps {
  /** Slot in the place of a product's delivery time, which gets its days. Its placeholder is that time. */
  readonly 'product-delivery': { readonly days: number };
  /** Slot at the end of a product's page, which gets that product's id and category; no product if it was not found. */
  readonly 'product-recommendations': { readonly products: readonly ShownProduct[] };
  /** Slot below a product list that is so short that it leaves the page empty. It gets the listed products. */
  readonly 'list-recommendations': { readonly products: readonly ShownProduct[] };
  /** Slot below a wishlist that is so short that it leaves the page empty. It gets the wished products. */
  readonly 'wishlist-recommendations': { readonly products: readonly ShownProduct[] };
}

export const Slot = slotOf<SlotProps>();
