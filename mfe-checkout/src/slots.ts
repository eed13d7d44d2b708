import { slotOf } from '@patchwork/shop';
import type { Category } from '@patchwork/shop/domain';

/** Spelled out: `patchwork types` writes types of libraries, such as Pick, as unknown. */
interface ChosenProduct {
  readonly id: string;
  readonly category: Category;
}

interface RecommendationsProps {
  readonly products: readonly ChosenProduct[];
}

/** Props that this remote's pages give to the fragments in each slot; remote.json lists the slots, too. */
export interface SlotProps {
  /** Below the cart, with id and category of each product in it. */
  readonly 'cart-recommendations': RecommendationsProps;
  /** Below an order that was just placed, with id and category of each product in it. */
  readonly 'order-recommendations': RecommendationsProps;
}

export const Slot = slotOf<SlotProps>();
