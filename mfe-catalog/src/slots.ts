import { slotOf } from '@patchwork/shop';
import type { Category } from '@patchwork/shop/domain';

/**
 * Id and category of a product. Spelled out, as `patchwork types` writes types of libraries, such as Pick, as
 * unknown.
 */
interface ShownProduct {
  readonly id: string;
  readonly category: Category;
}

/** Props that this remote's pages give to the fragments in each slot; remote.json lists the slots, too. */
export interface SlotProps {
  /** Slot at the end of a product's page, with id and category of that product. */
  readonly 'product-recommendations': { readonly products: readonly ShownProduct[] };
}

export const Slot = slotOf<SlotProps>();
