import { slotOf } from '@patchwork/shop';
import type { Category } from '@patchwork/shop/domain';

/**
 * Id and category of a product. Spelled out, as `patchwork types` writes types of libraries, such as Pick, as
 * unknown.
 */
interface ChosenProduct {
  readonly id: string;
  readonly category: Category;
}

interface RecommendationsProps {
  readonly products: readonly ChosenProduct[];
}

/** Props that this remote's pages give to the fragments in each slot; remote.json lists the slots, too. */
export interface SlotProps {
  /** Slot below the cart, with id and category of each product in it. */
  readonly 'cart-recommendations': RecommendationsProps;
  /** Slot below an order that was just placed, with id and category of each product in it. */
  readonly 'order-recommendations': RecommendationsProps;
}

export const Slot = slotOf<SlotProps>();
