import type { Product } from '@patchwork/domain';

interface ChangeNotes {
  /** No toast when it is done or refused: the shopper learns of it in another way. */
  readonly isQuiet?: true;
  /** See `ShopStoreOptions`. */
  readonly initiator?: string;
}

/** A shopper's change to one product in a list. Plain data, so that it can outlive a reload. */
export type Change = ChangeNotes &
  (
    | { readonly type: 'add'; readonly product: Product }
    | { readonly type: 'remove' | 'increment' | 'decrement'; readonly productId: string }
  );

export const productIdOf = (change: Change): string =>
  change.type === 'add' ? change.product.id : change.productId;

/** What tells the cart from the wishlist, without a server or a page. */
export interface ListRules<T> {
  readonly idOf: (item: T) => string;
  /** The item after a change. The same one: there is nothing to change. */
  readonly apply: (item: T | undefined, change: Change) => T | undefined;
  /** What a change asked of the item that the shopper sees comes down to. */
  readonly meant: (item: T | undefined, change: Change) => Change;
  /** Changes that have not gone out, and one more. */
  readonly join: (waiting: readonly Change[], change: Change) => readonly Change[];
  /** Whether a server that now has one item has not heard of a change made to the other. */
  readonly isSame: (one: T | undefined, other: T | undefined) => boolean;
}
