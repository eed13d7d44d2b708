import type { GivenProduct } from '@patchwork/domain';
import { slotOf } from '@patchwork/federation/slot';

interface RecommendationsProps {
  readonly products: readonly GivenProduct[];
}

/** What this remote's pages give to the fragments in each of their slots; remote.json lists them, too. */
export interface SlotProps {
  /** Below the cart. The products are those in the cart. */
  readonly 'cart-recommendations': RecommendationsProps;
  /** Below an order that was just placed. The products are those that were ordered. */
  readonly 'order-recommendations': RecommendationsProps;
}

export const Slot = slotOf<SlotProps>();
