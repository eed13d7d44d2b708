import type { Api, ApiError, CallOptions } from '@patchwork/api';
import type { Product, Result } from '@patchwork/domain';
import type { GenericSchema } from 'valibot';

declare global {
  interface PatchworkStores {
    cart: 'shopper';
    wishlist: 'shopper';
  }
}

/** A shopper's change to one product in a list. Plain data, so that it can outlive a reload. */
export type Change = {
  readonly productId: string;
  /** See `ShopStoreOptions`. */
  readonly initiator?: string | undefined;
} & (
  | { readonly type: 'add'; readonly product: Product }
  | { readonly type: 'remove' | 'increment' | 'decrement' }
  /** Several steps in one call. Made when they are sent, never by a shopper. */
  | { readonly type: 'set'; readonly quantity: number }
);

interface JoinedChange {
  readonly change: Change;
  readonly count: number;
}

/** What changes do to the items of a list. Pure. */
export interface ListRules<T> {
  readonly idOf: (item: T) => string;
  /** The item after a change. The same one: there is nothing to change. */
  readonly apply: (item: T | undefined, change: Change) => T | undefined;
  /** The change to queue for what the shopper did to the item that the page shows. */
  readonly normalize: (item: T | undefined, change: Change) => Change;
  /** The changes that wait to be sent, and one more. */
  readonly merge: (waiting: readonly Change[], change: Change) => readonly Change[];
  /** The call for the oldest of these changes, and for how many of them it is. At least one is given. */
  readonly join: (item: T | undefined, waiting: readonly [Change, ...Change[]]) => JoinedChange;
  /** What an order that bought these leaves. */
  readonly without: (item: T, bought: T) => T | undefined;
  /** The changes that wait for an item that the server no longer has. */
  readonly restart: (item: T, waiting: readonly Change[]) => readonly Change[];
  /** Whether two states of an item are equal, so that no change came between them. */
  readonly isSame: (one: T | undefined, other: T | undefined) => boolean;
}

/** The whole list as the server has it. */
type ListResponse<T> = Promise<Result<readonly T[], ApiError>>;

/** All that differs between the cart and the wishlist. */
export interface ListDefinition<T> extends ListRules<T> {
  readonly name: 'wishlist' | 'cart';
  readonly item: GenericSchema<unknown, T>;
  readonly toasts: { readonly added: string; readonly removed: string };
  readonly load: (api: Api, options?: CallOptions) => ListResponse<T>;
  readonly send: (api: Api, change: Change) => ListResponse<T>;
}
