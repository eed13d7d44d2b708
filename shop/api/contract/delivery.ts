import { expect, onTestFinished, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { createShopper } from './checkout.ts';
import type { ApiUnderTest } from './under-test.ts';

export function deliveryContract(api: ApiUnderTest): void {
  const { succeed, refusedFor, setPinCodes, twoProducts, cashTerms } = api;
  const shopper = createShopper(api);

  const check = (pin: string) => succeed('checkServiceability', { query: { pin } });

  async function withTable(pinCodes: Parameters<NonNullable<typeof setPinCodes>>[0]) {
    await setPinCodes?.(pinCodes);
    onTestFinished(() => setPinCodes?.({}));
  }

  test('without a table, every PIN code is delivered to, in an unknown time', async () => {
    const unknown = {
      ...{ isDeliverable: true, days: null },
      ...{ isCashOnDelivery: false, cashOnDelivery: cashTerms ?? null },
    };
    expect(await check('560038')).toEqual({ pin: '560038', ...unknown });
    expect(await check(' 560-038 ')).toEqual({ pin: '560038', ...unknown });
  });

  test.each(['', '56003', '5600381', '060038', 'abcdef', '560038x'])(
    'the PIN code %j is refused',
    async (pin) => {
      await refusedFor('checkServiceability', { query: { pin } }, 'pin');
    },
  );

  test('a call without a PIN code is refused', async () => {
    await refusedFor('checkServiceability', {}, 'pin');
  });

  test.skipIf(!setPinCodes)('with a table, only its PIN codes are delivered to', async () => {
    await withTable({
      560038: { days: 3, isCashOnDelivery: true },
      682001: { days: 0, isCashOnDelivery: false },
    });
    expect(await check('560038')).toMatchObject({ isDeliverable: true, days: 3 });
    expect(await check('682001')).toMatchObject({ isDeliverable: true, days: 0 });
    expect(await check('110001')).toMatchObject({ isDeliverable: false, days: null });
  });

  test.skipIf(!setPinCodes)('with a table, a product names its fewest and most days', async () => {
    const [{ _id: productId, delivery_time: time }] = await twoProducts();
    const terms = async () => (await succeed('getProduct', { params: { productId } })).terms;
    const before = await terms();
    await withTable({
      560038: { days: 60, isCashOnDelivery: true },
      682001: { days: 0, isCashOnDelivery: false },
    });
    expect(await terms()).toMatchObject({
      min_delivery_days: Number(time),
      max_delivery_days: 60,
    });
    await withTable({ 560038: { days: 30, isCashOnDelivery: false } });
    expect(await terms()).toMatchObject({ min_delivery_days: 30, max_delivery_days: 30 });
    await setPinCodes?.({});
    expect(await terms()).toEqual(before);
  });

  test.skipIf(!setPinCodes)('an order to a PIN code that is not served is refused', async () => {
    const [first] = await twoProducts();
    const buyer = await shopper(first);
    await withTable({ 110001: { days: 3, isCashOnDelivery: false } });
    await buyer.refused('openCheckout', { body: buyer.request }, refusals.pinNotServed);
    expect(await buyer.isOpen()).toBe(false);
  });

  test.skipIf(!setPinCodes)('checkout and order keep the days of their PIN code', async () => {
    const [first] = await twoProducts();
    const buyer = await shopper(first);
    await withTable({ 682001: { days: 60, isCashOnDelivery: false } });
    const checkout = await buyer.open();
    expect(checkout.deliveryDays).toBe(60);
    await setPinCodes?.({});
    const body = await buyer.pay(checkout.payment.orderId);
    const { order } = await buyer.succeed('confirmCheckout', {
      ...{ params: { key: checkout.key }, body },
    });
    expect(order.deliveryDays).toBe(60);
  });

  test.skipIf(!setPinCodes)(
    'a product that takes longer than its PIN code keeps its days',
    async () => {
      const [first] = await twoProducts();
      const buyer = await shopper(first);
      await withTable({ 682001: { days: 0, isCashOnDelivery: false } });
      expect((await buyer.open()).deliveryDays).toBe(Number(first.delivery_time));
    },
  );

  test('the table’s absence leaves a checkout without days', async () => {
    const [first] = await twoProducts();
    const buyer = await shopper(first);
    expect(await buyer.open()).not.toHaveProperty('deliveryDays');
  });
}
