/** What a shopper does, by the actions of the store. For tests only. */

import { cartAtom, changeCartAtom, changeWishlistAtom, wishlistAtom } from '@patchwork/shop';
import { cartTotal, isWished } from '@patchwork/shop/domain';
import { aProduct } from '@patchwork/state/testing/fakes';
import type { Action } from '@patchwork/state/testing/two-tabs';
import type { Store } from '@patchwork/testing';
import { anAddress } from '@patchwork/testing/samples';
import { moveToWishlistAtom } from './cart.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  lookUpPaymentAtom,
  openPaymentAtom,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from './payment.ts';

export async function act(store: Store, type: Action, productId: string): Promise<void> {
  const product = aProduct(productId);
  if (type === 'add') await store.set(changeCartAtom, { type, product });
  else if (type === 'remove') await store.set(changeCartAtom, { type, productId });
  else if (type === 'move') await store.set(moveToWishlistAtom, { product, quantity: 1 });
  else if (type === 'toggle-wishlist') {
    const isWanted = isWished(store.get(wishlistAtom).items, productId);
    await store.set(
      changeWishlistAtom,
      isWanted ? { type: 'remove', productId } : { type: 'add', product },
    );
  } else {
    const step = type === 'plus' ? 'increment' : 'decrement';
    await store.set(changeCartAtom, { type: step, productId });
  }
}

/** As the checkout page does: pays for what it shows. A step that fails ends it. */
export async function buy(store: Store): Promise<void> {
  const { items: lines } = store.get(cartAtom);
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
