/** What a shopper does, by the actions of the store. For tests only. */
import { cartTotal, findLine, isWished } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import { cartAtom, changeCartAtom } from '../atoms/cart.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  lookUpPaymentAtom,
  openPaymentAtom,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from '../atoms/open-payment.ts';
import { sessionAtom } from '../atoms/session.ts';
import { changeWishlistAtom, wishlistAtom } from '../atoms/wishlist.ts';
import type { Store } from '../services.ts';
import { aProduct } from './fakes.ts';
import type { Action } from './shop-model.ts';

/** As the cart's page does: the line is removed once the server has the product in the wishlist. */
async function moveToWishlist(store: Store, productId: string): Promise<void> {
  const session = store.get(sessionAtom);
  const product = aProduct(productId);
  const isAdded = await store.set(changeWishlistAtom, { type: 'add', product });
  const isLeft = findLine(store.get(cartAtom).items, productId) !== undefined;
  if (!isAdded || !isLeft || store.get(sessionAtom) !== session) return;
  await store.set(changeCartAtom, { type: 'remove', productId });
}

export async function act(store: Store, type: Action, productId: string): Promise<void> {
  const product = aProduct(productId);
  if (type === 'add') await store.set(changeCartAtom, { type, product });
  else if (type === 'remove') await store.set(changeCartAtom, { type, productId });
  else if (type === 'move') await moveToWishlist(store, productId);
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
