import { exampleBodyOf } from '../src/examples.ts';
import type { ApiUnderTest } from './under-test.ts';

type Product = Awaited<ReturnType<ApiUnderTest['twoProducts']>>[number];

export const seenLine = ({ _id, price }: Product, qty = 1) => ({ _id, qty, price: Number(price) });

/** A shopper with these products in the cart, and the checkout of what was seen. */
export function createShopper({ call, signUp, succeed }: ApiUnderTest) {
  return async (...products: readonly Product[]) => {
    const { token } = await signUp();
    const { address } = Object(exampleBodyOf('addAddress'));
    await succeed('addAddress', { token, body: { address: { ...address, _id: 'home' } } });
    for (const product of products) await succeed('addToCart', { token, body: { product } });
    const request = {
      key: crypto.randomUUID(),
      addressId: 'home',
      lines: products.map((product) => seenLine(product)),
    };
    const open = async (change: Partial<typeof request> = {}) =>
      (await succeed('openCheckout', { token, body: { ...request, ...change } })).checkout;
    const pay = async (orderId: string) =>
      succeed('simulatePayment', { token, params: { orderId }, body: { outcome: 'success' } });
    const cart = async () =>
      (await succeed('getCart', { token })).cart.map(({ _id, qty }) => [_id, qty]);
    const isOpen = async () => (await succeed('listCheckouts', { token })).checkouts.length > 0;
    return { token, request, open, pay, cart, isOpen, call };
  };
}
