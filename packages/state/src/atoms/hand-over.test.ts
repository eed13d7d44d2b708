import type { Order } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import { shopperStorageKey } from '@patchwork/storage';
import { afterEach, expect, test, vi } from 'vitest';
import {
  arjun,
  broken,
  line,
  meera,
  memoryStorage,
  offline,
  openShop,
  settle,
} from '../testing/fakes.ts';
import { subscribeToToasts } from '../toast.ts';
import { addressesAtom } from './addresses.ts';
import { changeSessionAtom } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

const order: Order = {
  id: 'key-1',
  placedAt: '2026-01-15T10:30:00.000Z',
  lines: [line('shirt', 2)],
  total: 3000,
  address: anAddress,
  paymentReference: 'sim_1',
};

/** As the earlier version wrote it. */
const earlierKey = (name: string) => `patchwork:${name}:meera@example.in`;
const keyOf = (name: string) => shopperStorageKey(name, meera.user.email);
const text = (value: unknown) => JSON.stringify({ version: 1, value });

/** Meera's page, with this left in her browser by an earlier version. */
async function openWith(left: Record<string, unknown>) {
  const entries = Object.entries(left).map(([name, value]) => [earlierKey(name), text(value)]);
  const storage = memoryStorage(Object.fromEntries(entries));
  const shop = openShop({ session: meera, storage });
  await settle();
  const isLeft = (name: string) => storage.getItem(keyOf(name)) !== null;
  const calls = () => shop.sent().filter((name) => name === 'handOver').length;
  return { ...shop, isLeft, calls };
}

const answer = { addresses: [anAddress], orders: [order] };

test('what an earlier version stored is handed over, and removed once the API has it', async () => {
  const left = { addresses: [anAddress], orders: [order], 'pending-payment': { key: 'k' } };
  const { take, isLeft, calls } = await openWith(left);
  const call = take('handOver');
  expect(call.input.body).toEqual({ addresses: [anAddress], orders: [order] });
  expect(Object.keys(left).map(isLeft)).toEqual([true, true, true]);
  call.respond(answer);
  await settle();
  expect(Object.keys(left).map(isLeft)).toEqual([false, false, false]);
  expect(calls()).toBe(1);
});

test('a browser with nothing of that asks nothing', async () => {
  const { store, calls } = await openWith({});
  store.sub(addressesAtom, () => {});
  await settle();
  expect(calls()).toBe(0);
});

test('where it fails, all of it stays for the next visit', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { take, isLeft, storage } = await openWith({ orders: [order] });
  take('handOver').fail(broken);
  await settle();
  expect(isLeft('orders')).toBe(true);
  const next = openShop({ session: meera, storage });
  await settle();
  next.take('handOver').respond(answer);
  await settle();
  expect(isLeft('orders')).toBe(false);
});

test('where the shop could not be reached, the next list that is loaded tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { store, take, isLeft, sent } = await openWith({ orders: [order] });
  take('handOver').fail(offline);
  await settle();
  store.sub(addressesAtom, () => {});
  take('handOver').respond(answer);
  await settle();
  expect(isLeft('orders')).toBe(false);
  expect(sent()).toContain('listAddresses');
});

test('addresses for which there is no room are said once, and are not sent again', async () => {
  const said: string[] = [];
  const stop = subscribeToToasts(({ text: words }) => said.push(words));
  const addresses = Array.from({ length: 60 }, (_, at) => ({ ...anAddress, id: `address-${at}` }));
  const orders = Array.from({ length: 21 }, (_, at) => ({ ...order, id: `key-${at}` }));
  const { take, isLeft, storage } = await openWith({ addresses, orders });
  for (let call = 0; call < 2; call += 1) {
    take('handOver').respond({ addresses: addresses.slice(10), orders: [] });
    await settle();
  }
  expect(said).toEqual([
    'Only 50 addresses can be kept. The oldest of this browser were left out.',
  ]);
  expect(isLeft('addresses')).toBe(false);
  const next = openShop({ session: meera, storage });
  await settle();
  expect(next.sent()).not.toContain('handOver');
  stop();
});

test('fifty addresses that all have room are no reason to say anything', async () => {
  const said: string[] = [];
  const stop = subscribeToToasts(({ text: words }) => said.push(words));
  const addresses = Array.from({ length: 50 }, (_, at) => ({ ...anAddress, id: `address-${at}` }));
  const { take } = await openWith({ addresses });
  take('handOver').respond({ addresses, orders: [] });
  await settle();
  expect(said).toEqual([]);
  stop();
});

test('the first list of addresses waits for it', async () => {
  const { store, take, sent } = await openWith({ addresses: [anAddress] });
  store.sub(addressesAtom, () => {});
  await settle();
  expect(sent()).not.toContain('listAddresses');
  take('handOver').respond(answer);
  await settle();
  expect(sent()).toContain('listAddresses');
});

test('addresses that were never changed are handed over as the sample, which the API has too', async () => {
  const { take } = await openWith({ orders: [order] });
  const { addresses } = take('handOver').input.body;
  expect(addresses.map(({ id, name }) => [id, name])).toEqual([['sample', 'Meera Nair']]);
});

test('an entry that can’t be read does not hold the others back', async () => {
  const { take } = await openWith({ orders: [{ id: 'broken' }, order] });
  expect(take('handOver').input.body.orders).toEqual([order]);
});

test('many orders go in several calls', async () => {
  const orders = Array.from({ length: 45 }, (_, at) => ({ ...order, id: `key-${at}` }));
  const { take, isLeft } = await openWith({ orders });
  const sizes: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    expect(isLeft('orders')).toBe(true);
    const { input, respond } = take('handOver');
    sizes.push(input.body.orders.length);
    respond(answer);
    await settle();
  }
  expect(sizes).toEqual([20, 20, 5]);
  expect(isLeft('orders')).toBe(false);
});

test('what an old tab writes meanwhile stays for the next visit', async () => {
  const { take, isLeft, storage } = await openWith({ orders: [order] });
  storage.setItem(keyOf('orders'), text([order, { ...order, id: 'key-2' }]));
  take('handOver').respond(answer);
  await settle();
  expect(isLeft('orders')).toBe(true);
});

test('after another shopper has logged in nothing more goes out', async () => {
  const orders = Array.from({ length: 21 }, (_, at) => ({ ...order, id: `key-${at}` }));
  const { store, take, isLeft, calls } = await openWith({ orders });
  store.set(changeSessionAtom, arjun);
  take('handOver').respond(answer);
  await settle();
  expect(calls()).toBe(1);
  expect(isLeft('orders')).toBe(true);
});
