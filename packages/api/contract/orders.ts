import { anAddress, aProduct } from '@patchwork/domain/testing';
import { describe, expect, test } from 'vitest';
import { encodeOrder } from '../src/order.ts';
import { encodeAddress } from '../src/wire.ts';
import type { ApiUnderTest } from './under-test.ts';

const anOrder = (placedAt = '2026-03-01T09:05:07.000Z') =>
  encodeOrder({
    id: crypto.randomUUID(),
    placedAt,
    lines: [{ product: aProduct(), quantity: 2 }],
    total: 3000,
    address: anAddress,
    paymentReference: `sim_${crypto.randomUUID()}`,
  });

const address = encodeAddress(anAddress);

function testHandOver({ refused, signUp, succeed }: ApiUnderTest): void {
  test('orders of a browser are listed, the newest first', async () => {
    const { token } = await signUp();
    expect(await succeed('listOrders', { token })).toEqual({ orders: [] });
    const [older, newer] = [
      anOrder('2026-03-01T09:05:07.000Z'),
      anOrder('2026-04-01T00:00:00.000Z'),
    ];
    const body = { addresses: [], orders: [older, newer] };
    const answer = await succeed('handOver', { token, body });
    expect(answer.orders).toEqual([newer, older]);
    expect(await succeed('listOrders', { token })).toEqual({ orders: [newer, older] });
  });

  test('what is handed over twice is there once, and another browser adds to it', async () => {
    const { token } = await signUp();
    const first = { addresses: [address], orders: [anOrder('2026-03-01T09:05:07.000Z')] };
    const once = await succeed('handOver', { token, body: first });
    expect(await succeed('handOver', { token, body: first })).toEqual(once);
    const second = {
      addresses: [{ ...address, _id: 'office' }],
      orders: [anOrder('2026-02-01T00:00:00.000Z')],
    };
    const both = await succeed('handOver', { token, body: second });
    expect(both.addresses).toEqual([address, { ...address, _id: 'office' }]);
    expect(both.orders).toEqual([...first.orders, ...second.orders]);
  });

  test('an order that is there already is not changed', async () => {
    const { token } = await signUp();
    const order = anOrder();
    await succeed('handOver', { token, body: { addresses: [], orders: [order] } });
    const body = { addresses: [], orders: [{ ...order, total: 1 }] };
    expect((await succeed('handOver', { token, body })).orders).toEqual([order]);
  });

  test('the sample that was changed in the browser replaces the untouched one', async () => {
    const { token } = await signUp();
    const sample = { ...address, _id: 'sample' };
    const body = { addresses: [sample], orders: [] };
    expect((await succeed('handOver', { token, body })).addresses).toEqual([sample]);
    const changed = { ...sample, city: 'Thrissur' };
    const other = { addresses: [changed], orders: [] };
    const both = [sample, { ...changed, _id: 'sample-2' }];
    expect((await succeed('handOver', { token, body: other })).addresses).toEqual(both);
    expect((await succeed('handOver', { token, body: other })).addresses).toEqual(both);
  });

  test.each([
    { placedAt: 'yesterday' },
    { lines: [] },
    { total: -1 },
    { total: '3000' },
    { address: null },
    { _id: '' },
  ])('an order with %j is refused and nothing is taken', async (fault) => {
    const { token } = await signUp();
    const body = { addresses: [address], orders: [anOrder(), { ...anOrder(), ...fault }] };
    await refused('handOver', { token, body }, 400);
    expect(await succeed('listOrders', { token })).toEqual({ orders: [] });
    const { addresses } = await succeed('listAddresses', { token });
    expect(addresses.map(({ _id }) => _id)).toEqual(['sample']);
  });
}

function testLimits({ refused, signUp, succeed }: ApiUnderTest): void {
  const many = <T>(length: number, make: () => T): T[] => Array.from({ length }, () => make());

  test.each([
    ['101 orders', { addresses: [], orders: many(101, anOrder) }],
    [
      'an order of 201 lines',
      {
        addresses: [],
        orders: [{ ...anOrder(), lines: many(201, () => anOrder().lines[0]) }],
      },
    ],
  ])('%s are refused and nothing is taken', async (_, body) => {
    const { token } = await signUp();
    await refused('handOver', { token, body }, 422);
    expect(await succeed('listOrders', { token })).toEqual({ orders: [] });
  });

  test('of more addresses than a shopper can have the newest are taken', async () => {
    const { token } = await signUp();
    const addresses = many(60, () => ({ ...address, _id: crypto.randomUUID() }));
    const body = { addresses, orders: [anOrder()] };
    const taken = { addresses: addresses.slice(10), orders: body.orders };
    expect(await succeed('handOver', { token, body })).toEqual(taken);
    expect(await succeed('handOver', { token, body })).toEqual(taken);
  });
}

export function ordersContract(api: ApiUnderTest): void {
  describe('handing over', () => testHandOver(api));
  describe('limits', () => testLimits(api));

  test('one shopper does not see the orders of another', async () => {
    const [one, other] = [await api.signUp(), await api.signUp()];
    const order = anOrder();
    const body = { addresses: [], orders: [order] };
    await api.succeed('handOver', { token: one.token, body });
    expect(await api.succeed('listOrders', { token: other.token })).toEqual({ orders: [] });
    const forOther = { token: other.token, body };
    expect((await api.succeed('handOver', forOther)).orders).toEqual([order]);
  });
}
