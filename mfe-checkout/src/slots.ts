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

interface NewAddressProps {
  /** Whether the shopper asked for the form. */
  readonly takesFocus: boolean;
  readonly onSaved: (addressId: string) => void;
  /** Null if the shopper has no other address to choose. */
  readonly onCancel: (() => void) | null;
}

/** Props that this remote's pages give to the fragments in each slot; remote.json lists the slots, too. */
export interface SlotProps {
  /** Slot for the form of a new address, to which the order is sent once it is saved. */
  readonly 'checkout-address': NewAddressProps;
  /** Slot below the cart, with id and category of each product in it. */
  readonly 'cart-recommendations': RecommendationsProps;
  /** Slot below an order that was just placed, with id and category of each product in it. */
  readonly 'order-recommendations': RecommendationsProps;
}

export const Slot = slotOf<SlotProps>();
