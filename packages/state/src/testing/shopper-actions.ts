/** What a shopper does, by the actions of the store. For tests only. */
import { cartTotal } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import {
  addToCartAtom,
  cartAtom,
  changeQuantityAtom,
  moveToWishlistAtom,
  removeFromCartAtom,
} from '../atoms/cart.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  lookUpPaymentAtom,
  openPaymentAtom,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from '../atoms/open-payment.ts';
import { toggleWishlistAtom } from '../atoms/wishlist.ts';
import type { Store } from '../services.ts';
import { aProduct } from './fakes.ts';
import type { Action } from './shop-model.ts';

export function act(store: Store, type: Action, productId: string): Promise<void> {
  const product = aProduct(productId);
  if (type === 'add') return store.set(addToCartAtom, product);
  if (type === 'toggle-wishlist') return store.set(toggleWishlistAtom, product);
  if (type === 'remove') return store.set(removeFromCartAtom, productId);
  if (type === 'move') return store.set(moveToWishlistAtom, { product, quantity: 1 });
  const change = type === 'plus' ? 'increment' : 'decrement';
  return store.set(changeQuantityAtom, { productId, type: change });
}

/** As the checkout page does: pays for what it shows. A step that fails ends it. */
export async function buy(store: Store): Promise<void> {
  const lines = store.get(cartAtom);
  if (lines.length === 0) return;
  const quote = { lines, total: cartTotal(lines), notices: [] };
  const key = crypto.randomUUID();
  const opened = await store.set(openPaymentAtom, { key, quote, address: anAddress });
  if (!opened.ok) return;
  const { orderId } = opened.value.payment;
  const paid = await store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  if (paid.ok) await store.set(placeOrderAtom, { key, ...paid.value });
}

/** As the notice of an open payment does. */
export async function settlePayment(store: Store): Promise<void> {
  const open = store.get(pendingPaymentAtom);
  if (!open) return;
  const found = await store.set(lookUpPaymentAtom, open.key);
  if (!found.ok) return;
  if (found.value === 'paid') await store.set(completePaymentAtom, open.key);
  else await store.set(discardPaymentAtom, open.key);
}
