import { slotOf } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';

interface RecommendationsProps {
  readonly products: readonly Pick<Product, 'id' | 'category'>[];
}

/** Props that this remote's pages give to the fragments in each slot; remote.json lists the slots, too. */
export interface SlotProps {
  /** Below the cart, with id and category of each product in it. */
  readonly 'cart-recommendations': RecommendationsProps;
  /** Below an order that was just placed, with id and category of each product in it. */
  readonly 'order-recommendations': RecommendationsProps;
}

export const Slot = slotOf<SlotProps>();
