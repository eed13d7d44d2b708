import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import { cartAtom } from '@patchwork/shop';
import type { LineItem, Order, OrderEvent } from '@patchwork/shop/domain';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { editProduct, openMock, openPage } from '../../test-support.tsx';
import { Orders } from './Orders.tsx';

const shirt = (id: string, size: 'S' | 'M' | 'L', price: number) =>
  aProduct({ ...{ id, size, price, style: 'shirt' }, title: 'Band-collar Shirt' });

const inM = shirt('shirt-m', 'M', 1500);
const inL = shirt('shirt-l', 'L', 1700);
const inS = { ...shirt('shirt-s', 'S', 1400), inStock: false };
const walnut = {
  ...shirt('shirt-walnut', 'M', 1300),
  colour: { name: 'Walnut', swatch: '#5a4030' },
};
const trousers = aProduct({ id: 'trousers', title: 'Work Trousers', price: 1899 });

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const arrival: OrderEvent[] = [
  { type: 'packed', at: ago(20) },
  { type: 'shipped', at: ago(18), carrier: 'India Post' },
  { type: 'delivered', at: ago(2) },
];

const lines: readonly LineItem[] = [
  { product: inM, quantity: 2 },
  { product: trousers, quantity: 1 },
];

const orderWith = (events: readonly OrderEvent[] = [], fields: Partial<Order> = {}): Order => ({
  ...{ id: 'order', number: 'PW-7K3M-X9Q2', placedAt: ago(30), lines, total: 4899 },
  ...{ address: anAddress, paymentReference: 'pay_1', returnUntil: ago(-14 * 24 + 2) },
  events: [...arrival, ...events],
  ...fields,
});

async function openOrders(order: Order) {
  const mock = openMock({ products: [inM, inL, inS, walnut, trousers], orders: [order] });
  return openPage({ path: '/orders', Component: Orders, mock });
}

const open = () => screen.findByRole('button', { name: /^Exchange a product of the order of / });
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const send = () => screen.getByRole('button', { name: 'Ask for the exchange' });
const { id, title, image, size, price } = inL;
const asked: OrderEvent = {
  ...{ type: 'exchangeAsked', at: ago(1), products: ['shirt-m'], reason: 'Too small' },
  ...{ to: { id, title, image, size, price }, until: '2030-12-06T10:00:00.000Z' },
};
const sent: OrderEvent = {
  ...{ type: 'exchangeSent', at: ago(0.9), products: ['shirt-m'], carrier: 'Blue Dart' },
  trackingUrl: 'https://parcels.example/2',
};

test('a piece in another size is chosen, with what it costs, and reserved', async () => {
  const { user, mock } = await openOrders(orderWith());
  await user.click(await open());
  const dearer = await radio('Size L, ₹400 more');
  expect(document.activeElement).toBe(dearer);
  // Only what has siblings: the trousers are not asked about.
  expect(screen.queryByRole('radio', { name: /Trousers/ })).toBeNull();
  expect((await radio('Size S, out of stock')).disabled).toBe(true);
  await user.click(send());
  expect(screen.getByText('Please choose what you want instead.')).toBeDefined();
  await user.click(await radio('Walnut, size M, ₹400 less'));
  expect(screen.getByText(/^It costs ₹400 less\. That goes back to the account/)).toBeDefined();
  await user.click(dearer);
  expect(
    screen.getByText(
      'It costs ₹400 more. You pay that in cash when the pieces are swapped at your door.',
    ),
  ).toBeDefined();
  await user.click(send());
  expect(screen.getByText('Please choose a reason.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Reason' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Too small');
  await user.click(send());
  expect(
    await screen.findByRole('row', {
      name: /^Band-collar Shirt Exchange for size L requested\. We send it by \d/,
    }),
  ).toBeDefined();
  expect(mock.calls.find(({ name }) => name === 'askExchange')?.body).toEqual({
    ...{ from: 'shirt-m', to: 'shirt-l', price: 1700, reason: 'Too small' },
  });
  expect(document.activeElement?.textContent).toMatch(/^Order of /);
  expect(screen.getByText('Exchange requested. The piece is reserved for you.')).toBeDefined();
  expect(screen.getByRole('row', { name: 'To be paid at the exchange ₹400' })).toBeDefined();
  expect(screen.getByText('1 of 2 exchange requested.')).toBeDefined();
});

test('a sum that goes back after the exchange is shown as long as the exchange is open', async () => {
  const to = { id: 'shirt-walnut', title, image, size: 'M', price: 1300 } as const;
  await openOrders(orderWith([{ ...asked, to } as OrderEvent]));
  const name = 'To go back after the exchange −₹400';
  expect(await screen.findByRole('row', { name })).toBeDefined();
});

test('a requested exchange is withdrawn, after which the line can be exchanged again', async () => {
  const { user } = await openOrders(orderWith([asked]));
  const withdraw = 'Withdraw the exchange of Band-collar Shirt';
  await user.click(await screen.findByRole('button', { name: withdraw }));
  expect(await open()).toBeDefined();
  expect(screen.queryByRole('button', { name: withdraw })).toBeNull();
  expect(screen.queryByText(/Exchange for size L/)).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Order of /);
});

test('a price that has changed since it was shown is refused, and the new one is then shown', async () => {
  const { user, mock } = await openOrders(orderWith());
  await user.click(await open());
  await user.click(await radio('Size L, ₹400 more'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Too small');
  editProduct(mock, 'shirt-l', { price: '1800' });
  await user.click(send());
  expect(await screen.findByText(/^The price of this piece has changed/)).toBeDefined();
  const now = await radio('Size L, ₹600 more');
  expect(now.checked).toBe(true);
  expect(screen.getByText(/^It costs ₹600 more/)).toBeDefined();
  await user.click(send());
  expect(await screen.findByRole('row', { name: /Exchange for size L requested/ })).toBeDefined();
});

test('the form closes without a change, and the focus returns to its button', async () => {
  const { user } = await openOrders(orderWith());
  await user.click(await open());
  await radio('Size L, ₹400 more');
  await user.click(screen.getByRole('button', { name: 'Keep everything' }));
  expect(document.activeElement).toBe(await open());
});

test('siblings that could not be loaded are loaded again on demand', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, mock } = await openOrders(orderWith());
  mock.fail({ getProduct: 500 });
  await user.click(await open());
  expect(await screen.findByText('The other sizes could not be loaded.')).toBeDefined();
  mock.fail({});
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await radio('Size L, ₹400 more')).toBeDefined();
});

test('an exchange on its way has its tracking link, and can’t be withdrawn', async () => {
  await openOrders(orderWith([asked, sent]));
  const link = await screen.findByRole('link', { name: 'Follow the exchange at Blue Dart' });
  expect(link.getAttribute('href')).toBe('https://parcels.example/2');
  expect(screen.getByText(/is on its way\. Keep this piece ready for the courier$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});

test('an exchanged line shows the other piece, which can be returned for its own price, and is bought again', async () => {
  const exchanged: OrderEvent = {
    type: 'exchanged',
    at: ago(0.1),
    products: ['shirt-m'],
    cash: 400,
  };
  const { user, store } = await openOrders(orderWith([asked, sent, exchanged]));
  store.sub(cartAtom, () => {});
  const row = await screen.findByRole('row', {
    name: 'Band-collar Shirt Exchanged: size L instead of size M 2 ₹3,000',
  });
  expect(within(row).getByRole('presentation').getAttribute('src')).toBe(inL.image);
  expect(screen.getByRole('row', { name: 'Paid at the exchange ₹400' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Exchange a product/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Return products/ }));
  await user.click(screen.getByRole('checkbox', { name: '2 × Band-collar Shirt' }));
  expect(screen.getByText(/^We will transfer ₹3,400 to you/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Buy again/ }));
  expect(await screen.findByRole('link', { name: 'Go to your cart' })).toBeDefined();
  const ids = store.get(cartAtom).items.map(({ product }) => product.id);
  expect(ids.toSorted()).toEqual(['shirt-l', 'trousers']);
});

test.each<readonly [string, OrderEvent, RegExp]>([
  [
    'declined',
    { type: 'exchangeDeclined', at: ago(0.5), products: ['shirt-m'], reason: 'It was worn' },
    /Exchange for size L declined: It was worn$/,
  ],
  [
    'not sent in time',
    { type: 'exchangeExpired', at: ago(0.5), products: ['shirt-m'] },
    /Exchange for size L ended: we could not send it in time$/,
  ],
])('an exchange that was %s says so, and a return stays possible', async (_, event, note) => {
  await openOrders(orderWith([asked, event]));
  expect(await screen.findByText(note)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Return products/ })).toBeDefined();
});

test('a difference goes back the way that it was paid', async () => {
  const { user } = await openOrders(orderWith([], { cashOnDelivery: { fee: 49 }, total: 4948 }));
  await user.click(await open());
  await user.click(await radio('Walnut, size M, ₹400 less'));
  expect(screen.getByText(/^It costs ₹400 less\. We transfer that to you/)).toBeDefined();
});

test('nothing is exchanged after the period, or without siblings', async () => {
  await openOrders(orderWith([], { returnUntil: ago(1) }));
  await screen.findByRole('button', { name: /^Buy again/ });
  expect(screen.queryByRole('button', { name: /^Exchange/ })).toBeNull();
});
