import { slotOf } from '@patchwork/shop';
import type { Category } from '@patchwork/shop/domain';

/**
 * Id and category of a product. Written out, because `patchwork types` prints library types such as Pick as unknown.
 */
interface ChosenProduct {
  readonly id: string;
  readonly category: Category;
}

interface RecommendationsProps {
  readonly products: readonly ChosenProduct[];
}

interface NewAddressProps {
  /** Whether the form takes the focus, because the shopper has opened it. */
  readonly takesFocus: boolean;
  readonly onSaved: (addressId: string) => void;
  /** Closes the form; null if the shopper has no other address to choose. */
  readonly onCancel: (() => void) | null;
}

/** Props that this remote's pages pass to the fragments in each slot. remote.json lists the same slots. */
export interface SlotProps {
  /** Slot for the form of a new address. After saving, the address is selected. */
  readonly 'checkout-address': NewAddressProps;
  /** Slot below the cart, which gets id and category of each product in the cart. */
  readonly 'cart-recommendations': RecommendationsProps;
  /** Slot below a checkout with nothing to order. Its list of products is empty. */
  readonly 'checkout-recommendations': RecommendationsProps;
  /** Slot below an order that was just placed, which gets id and category of each ordered product. */
  readonly 'order-recommendations': RecommendationsProps;
  /** Slot below an empty list of orders. Its list of products is empty. */
  readonly 'orders-recommendations': RecommendationsProps;
}

export const Slot = slotOf<SlotProps>();
