import { expect, test } from 'vitest';
import { createShopper } from './checkout-shopper.ts';
import type { ApiUnderTest } from './under-test.ts';

export function ordersContract(api: ApiUnderTest): void {
  const { signUp, succeed, twoProducts } = api;
  const shopper = createShopper(api);

  /** Orders what is in the cart, after an earlier checkout too. */
  async function placeOrder({ token, open, pay }: Awaited<ReturnType<typeof shopper>>) {
    const { key, payment } = await open({ key: crypto.randomUUID() });
    const body = await pay(payment.orderId);
    return (await succeed('confirmCheckout', { token, params: { key }, body })).order;
  }

  test('orders are listed as they were answered, the newest first', async () => {
    const [product] = await twoProducts();
    const buyer = await shopper(product);
    const { token } = buyer;
    expect(await succeed('listOrders', { token })).toEqual({ orders: [] });
    const older = await placeOrder(buyer);
    await succeed('addToCart', { token, body: { product } });
    const newer = await placeOrder(buyer);
    expect(await succeed('listOrders', { token })).toEqual({ orders: [newer, older] });
  });

  test('one shopper does not see the orders of another', async () => {
    const [product] = await twoProducts();
    await placeOrder(await shopper(product));
    const { token } = await signUp();
    expect(await succeed('listOrders', { token })).toEqual({ orders: [] });
  });
}
