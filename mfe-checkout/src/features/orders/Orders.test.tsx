import type { TestMock } from '@patchwork/kit/testing';
import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import { cartAtom } from '@patchwork/shop';
import type { Order } from '@patchwork/shop/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ordersLoadAtom } from '../../state/orders.ts';
import { placeOrderAtom } from '../../state/payment.ts';
import { editProduct, openMock, openPage, openPaymentOf, twoLines } from '../../test-support.tsx';
import { Orders } from './Orders.tsx';

const openOrders = (orders: readonly Order[] = []) =>
  openPage({ path: '/orders', Component: Orders, orders });

test('without orders it says so and links to the shop', async () => {
  const { user } = await openOrders();
  expect(screen.getByRole('heading', { level: 1, name: 'My Orders' })).toBeDefined();
  expect(await screen.findByRole('heading', { level: 2, name: 'No orders yet' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Shop the collection' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test('each order shows lines, total, address, date and payment reference, newest first', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user, store, router } = await openOrders();
  for (const paymentReference of ['pay_first', 'pay_second']) {
    const { key } = await openPaymentOf(store);
    await act(() => store.set(placeOrderAtom, { key, paymentId: paymentReference, signature: '' }));
  }
  await act(() => router.navigate('/orders'));
  const orders = await screen.findAllByRole('article', { name: /^Order of \d/ });
  const [newest] = orders;
  if (!newest) throw new Error('two orders were placed');
  const shown = within(newest);
  expect(shown.getByText('pay_second')).toBeDefined();
  expect(shown.getByRole('row', { name: 'Indigo Overshirt 2 ₹4,998' })).toBeDefined();
  expect(shown.getByRole('row', { name: 'Total Price ₹6,897' })).toBeDefined();
  expect(shown.getByText('12/4, Loom Street')).toBeDefined();
  expect(orders).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

const cashOrder = (...events: Order['events']): Order => ({
  ...{ id: 'cash', number: 'PW-7K3M-X9Q2', placedAt: new Date().toISOString() },
  ...{ lines: twoLines, total: 6946, address: anAddress, paymentReference: 'cod_1', events },
  ...{ cashOnDelivery: { fee: 49 }, returnUntil: null },
});

test('an order with cash on delivery says what is to be paid, and its cancellation gives nothing back', async () => {
  const { user } = await openOrders([cashOrder()]);
  const order = within(await screen.findByRole('article', { name: /^Order of \d/ }));
  expect(order.getByRole('row', { name: 'Cash on delivery ₹49' })).toBeDefined();
  expect(order.getByRole('row', { name: 'Total Price ₹6,946' })).toBeDefined();
  expect(order.getByRole('row', { name: 'To be paid on delivery ₹6,946' })).toBeDefined();
  expect(order.queryByText('cod_1')).toBeNull();
  await user.click(order.getByRole('button', { name: /^Cancel products/ }));
  expect(order.getByText('You have paid nothing for it, and owe nothing.')).toBeDefined();
  await user.click(order.getByRole('checkbox', { name: 'Work Trousers' }));
  await user.click(order.getByRole('button', { name: 'Cancel these products' }));
  expect(await order.findByRole('row', { name: 'To be paid on delivery ₹1,948' })).toBeDefined();
  expect(order.queryByRole('row', { name: /back to you/ })).toBeNull();
});

test('a delivered order with cash on delivery says what was paid, and how a return is paid back', async () => {
  const at = new Date().toISOString();
  const delivered = cashOrder(
    { type: 'packed', at },
    { type: 'shipped', at, carrier: 'Blue Dart' },
    { type: 'delivered', at, cash: 6946 },
    { type: 'returnAsked', at, products: ['trousers'], reason: 'Too small' },
    { type: 'returnAccepted', at, products: ['trousers'] },
  );
  await openOrders([delivered]);
  const order = within(await screen.findByRole('article', { name: /^Order of \d/ }));
  expect(order.getByRole('row', { name: 'Paid in cash ₹6,946' })).toBeDefined();
  expect(order.getByRole('row', { name: 'To be transferred to you −₹1,899' })).toBeDefined();
  expect(order.queryByRole('row', { name: /^To be paid on delivery/ })).toBeNull();
});

test('an order that was refused at the door is cancelled after its shipment, with nothing to refund', async () => {
  const at = new Date().toISOString();
  const refused = cashOrder(
    { type: 'packed', at },
    { type: 'shipped', at, carrier: 'Blue Dart' },
    { type: 'cancelled', at, products: ['overshirt', 'trousers'] },
  );
  await openOrders([refused]);
  const steps = within(await screen.findByRole('list', { name: 'Status' })).getAllByRole(
    'listitem',
  );
  const names = steps.map((step) => step.firstElementChild?.textContent);
  expect(names).toEqual(['Placed', 'Packed', 'Shipped', 'Cancelled']);
  expect(screen.queryByRole('row', { name: /paid|back/ })).toBeNull();
});

test('offline it says so, and loads the orders when the network is back', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const mock = openMock();
  mock.fail({ listOrders: 'network' });
  await openPage({ path: '/orders', Component: Orders, mock });
  expect(await screen.findByText('Your orders could not be loaded.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.queryByText('No orders yet')).toBeNull();
  mock.fail({});
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('No orders yet')).toBeDefined();
});

test('an empty list that fails to reload is not shown as having no orders', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { mock, store } = await openOrders();
  expect(await screen.findByText('No orders yet')).toBeDefined();
  mock.fail({ listOrders: 500 });
  await act(() => store.get(ordersLoadAtom).refetch());
  expect(await screen.findByText('Your orders could not be loaded.')).toBeDefined();
  expect(screen.queryByText('No orders yet')).toBeNull();
});

const DAY_MS = 86_400_000;

const history = Array.from(
  { length: 45 },
  (_, index): Order => ({
    id: crypto.randomUUID(),
    number: `PW-0000-${String(index).padStart(4, '0')}`,
    events: [],
    returnUntil: null,
    placedAt: new Date(Date.now() - (index + 1) * DAY_MS).toISOString(),
    lines: [{ product: aProduct(), quantity: 1 }],
    total: 1500,
    address: anAddress,
    paymentReference: `pay_${45 - index}`,
  }),
);

const shown = () => document.querySelectorAll('article').length;
const focusedOrder = () => document.activeElement?.closest('article')?.textContent;

test('an order shows its delivery day until that day has passed', async () => {
  const orders = history.slice(0, 5).map((order) => ({
    ...order,
    lines: [{ product: aProduct({ deliveryDays: 2 }), quantity: 1 }],
  }));
  await openOrders(orders);
  await waitFor(() => expect(shown()).toBe(5));
  expect(screen.getAllByText(/^Arrives by /)).toHaveLength(2);
});

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const [placed] = history.map((order): Order => ({ ...order, lines: twoLines, total: 6897 }));
if (!placed) throw new Error('there is a history');

const packed: Order = { ...placed, events: [{ type: 'packed', at: ago(20) }] };

const delivered: Order = {
  ...packed,
  returnUntil: ago(-14 * 24 + 2),
  events: [
    ...packed.events,
    {
      type: 'shipped',
      at: ago(18),
      carrier: 'India Post',
      trackingUrl: 'https://post.example/PW',
    },
    { type: 'delivered', at: ago(2) },
  ],
};

const reached = () =>
  within(screen.getByRole('list', { name: 'Status' }))
    .getAllByRole('listitem')
    .filter((step) => step.dataset.done === 'true')
    .map((step) => step.firstElementChild?.textContent);

test('an order shows its status and a tracking link', async () => {
  await openOrders([delivered]);
  const link = await screen.findByRole('link', { name: 'Follow it at India Post' });
  expect(link.getAttribute('href')).toBe('https://post.example/PW');
  expect(reached()).toEqual(['Placed', 'Packed', 'Shipped', 'Delivered']);
  expect(screen.getByText(/^Returns until /)).toBeDefined();
});

test('a line of an order that is not packed is cancelled and refunded', async () => {
  const { user } = await openOrders([placed]);
  const open = await screen.findByRole('button', { name: /^Cancel products of the order of / });
  await user.click(open);
  await user.click(screen.getByRole('checkbox', { name: 'Work Trousers' }));
  expect(screen.getByText('₹4,998 goes back to the account that paid.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Cancel these products' }));
  expect(await screen.findByRole('row', { name: /^Paid back .₹4,998$/ })).toBeDefined();
  expect(screen.getByRole('row', { name: /^Indigo Overshirt Cancelled/ })).toBeDefined();
  expect(reached()).toEqual(['Placed']);
  expect(document.activeElement?.textContent).toMatch(/^Order of /);
  const toast = 'Cancelled. ₹4,998 goes back to the account that paid.';
  expect(await screen.findByText(toast)).toBeDefined();
  expect(screen.getByText('1 of 2 cancelled.')).toBeDefined();
});

/** Changes the order's events, as the shop's operator and other tabs can at any time. */
function addEvents(mock: TestMock, { events, returnUntil }: Order): void {
  const row = mock.control.read().tables.users.find(({ orders }) => orders.length > 0);
  const orders = row?.orders.map((order) => ({ ...order, events: [...events], returnUntil }));
  mock.control.editRow('users', row?._id ?? '', { ...row, orders });
}

test('an order of which only a part was paid back is not shown as refunded', async () => {
  const [first = '', second = ''] = twoLines.map(({ product }) => product.id);
  const partly: Order = {
    ...placed,
    events: [
      { type: 'cancelled', at: ago(20), products: [first] },
      { type: 'refunded', at: ago(19), cause: 0, amount: 4998 },
      { type: 'cancelled', at: ago(1), products: [second] },
    ],
  };
  await openOrders([partly]);
  await screen.findByRole('article');
  expect(reached()).toEqual(['Placed', 'Cancelled']);
});

test('an older order that was shown on demand shows its cancellation, too', async () => {
  const { user } = await openOrders(history);
  await waitFor(() => expect(shown()).toBe(20));
  await user.click(screen.getByRole('button', { name: 'Show more orders' }));
  await waitFor(() => expect(shown()).toBe(40));
  const open = within(document.querySelectorAll('article')[30] ?? document.body);
  await user.click(open.getByRole('button', { name: /^Cancel products of / }));
  await user.click(open.getByRole('button', { name: 'Cancel these products' }));
  expect(await open.findByRole('row', { name: /Cancelled/ })).toBeDefined();
  expect(open.queryByRole('button', { name: /^Cancel products of / })).toBeNull();
  expect(shown()).toBe(40);
});

test('an order that was packed meanwhile is not cancelled, and the API’s reason stays', async () => {
  const { user, mock } = await openOrders([placed]);
  await user.click(await screen.findByRole('button', { name: /^Cancel products of / }));
  addEvents(mock, packed);
  await user.click(screen.getByRole('button', { name: 'Cancel these products' }));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  expect(screen.getByText(/^This order is already packed/)).toBeDefined();
  expect(document.activeElement?.tagName).toBe('H2');
});

test('a cancellation of an order that has arrived meanwhile does not turn into a return', async () => {
  const { user, mock } = await openOrders([placed]);
  await user.click(await screen.findByRole('button', { name: /^Cancel products of / }));
  addEvents(mock, delivered);
  await user.click(screen.getByRole('button', { name: 'Cancel these products' }));
  const open = await screen.findByRole('button', { name: /^Return products of / });
  expect(screen.getByRole('alert').textContent).toBe(
    'This order has already arrived, so it can’t be cancelled.',
  );
  await user.keyboard('{Enter}');
  expect(mock.calls.filter(({ name }) => name === 'askReturn')).toEqual([]);
  await user.click(open);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
});

test('products that another tab has cancelled meanwhile don’t count as chosen', async () => {
  const { user, mock, store } = await openOrders([placed]);
  await user.click(await screen.findByRole('button', { name: /^Cancel products of / }));
  addEvents(mock, {
    ...placed,
    events: [{ type: 'cancelled', at: ago(1), products: ['overshirt'] }],
  });
  await act(() => store.get(ordersLoadAtom).refetch());
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
  await user.click(screen.getByRole('checkbox', { name: 'Work Trousers' }));
  await user.click(screen.getByRole('button', { name: 'Cancel these products' }));
  expect(await screen.findByText('Please choose what to cancel.')).toBeDefined();
  expect(mock.calls.filter(({ name }) => name === 'cancelOrder')).toEqual([]);
});

test('nothing can be cancelled or returned while a parcel is in transit', async () => {
  await openOrders([packed]);
  await screen.findByRole('button', { name: /^Buy again/ });
  expect(screen.queryByRole('button', { name: /^(Cancel|Return)/ })).toBeNull();
});

test('a return of the selected delivered lines is requested with a reason', async () => {
  const { user, mock } = await openOrders([delivered]);
  await user.click(await screen.findByRole('button', { name: /^Return products of / }));
  await user.click(screen.getByRole('button', { name: 'Ask to return them' }));
  expect(screen.getByText('Please choose what to send back.')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Work Trousers' }));
  await user.click(screen.getByRole('button', { name: 'Ask to return them' }));
  expect(screen.getByRole('alert').textContent).toBe('Please choose a reason.');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Reason' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Too large');
  await user.click(screen.getByRole('button', { name: 'Ask to return them' }));
  expect(await screen.findByRole('row', { name: /^Work Trousers Return requested/ })).toBeDefined();
  expect(mock.calls.find(({ name }) => name === 'askReturn')?.body).toEqual({
    products: ['trousers'],
    reason: 'Too large',
  });
  expect(screen.getByText('1 of 2 return requested.')).toBeDefined();
});

test('20 of many orders are shown, and older ones on demand, with the focus on the first new one', async () => {
  const { user, router } = await openOrders(history);
  await waitFor(() => expect(shown()).toBe(20));
  await user.click(screen.getByRole('button', { name: 'Show more orders' }));
  await waitFor(() => expect(shown()).toBe(40));
  expect(document.activeElement?.tagName).toBe('H2');
  expect(focusedOrder()).toContain('pay_25');
  // A shopper who comes back finds as many as before.
  await act(() => router.navigate('/elsewhere'));
  expect(shown()).toBe(0);
  await act(() => router.navigate(-1));
  expect(shown()).toBe(40);
  await user.click(screen.getByRole('button', { name: 'Show more orders' }));
  await waitFor(() => expect(shown()).toBe(45));
  expect(focusedOrder()).toContain('pay_5');
  expect(screen.queryByRole('button', { name: 'Show more orders' })).toBeNull();
});

test('loading older orders can be retried after a failure, and the shown ones stay', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, mock } = await openOrders(history);
  await waitFor(() => expect(shown()).toBe(20));
  mock.fail({ listOrders: 500 });
  await user.click(screen.getByRole('button', { name: 'Show more orders' }));
  const alert = await screen.findByText('More orders could not be loaded.');
  expect(alert.getAttribute('role')).toBe('alert');
  expect(screen.queryByText(/^Your orders could not be/)).toBeNull();
  expect(shown()).toBe(20);
  mock.fail({});
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown()).toBe(40));
  expect(focusedOrder()).toContain('pay_25');
  expect(screen.queryByText('More orders could not be loaded.')).toBeNull();
});

test('a new order comes first, and older ones that were shown stay', async () => {
  const { user, store } = await openOrders(history);
  await waitFor(() => expect(shown()).toBe(20));
  await user.click(screen.getByRole('button', { name: 'Show more orders' }));
  await waitFor(() => expect(shown()).toBe(40));
  const { key } = await openPaymentOf(store);
  await act(() => store.set(placeOrderAtom, { key, paymentId: 'pay_new', signature: '' }));
  await waitFor(() => expect(store.get(ordersLoadAtom).isFetching).toBe(false));
  const ids = store.get(ordersLoadAtom).data?.map(({ id }) => id) ?? [];
  expect(ids).toEqual([key, ...history.slice(0, 39).map(({ id }) => id)]);
});

test('buying an order again raises the cart to its quantities, and one toast names what is out of stock', async () => {
  const order = { ...history[0], lines: twoLines } as Order;
  const { user, store, mock } = await openOrders([order]);
  // By title, because the products are added in parallel.
  const inCart = () =>
    Object.fromEntries(
      store.get(cartAtom).items.map(({ product, quantity }) => [product.title, quantity]),
    );
  store.sub(cartAtom, () => {});
  const buy = await screen.findByRole('button', { name: /^Buy again the order of \d/ });
  await user.click(buy);
  const link = await screen.findByRole('link', { name: 'Go to your cart' });
  expect(link.getAttribute('href')).toBe('/cart');
  expect(screen.queryByText('Product added to cart')).toBeNull();
  const both = { 'Indigo Overshirt': 2, 'Work Trousers': 1 };
  await waitFor(() => expect(inCart()).toEqual(both));
  editProduct(mock, 'trousers', { in_stock: false });
  await user.click(buy);
  const partial =
    'The order’s products are in your cart. Out of stock or no longer sold: Work Trousers.';
  expect(await screen.findByText(partial)).toBeDefined();
  expect(inCart()).toEqual(both);
  editProduct(mock, 'overshirt', { in_stock: false });
  await user.click(buy);
  const none =
    'Nothing was added to your cart. Out of stock or no longer sold: Indigo Overshirt and Work Trousers.';
  expect(await screen.findByText(none)).toBeDefined();
});

test('buying an order again while offline leaves the cart unchanged', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, store, mock } = await openOrders(history);
  const buy = await screen.findAllByRole('button', { name: /^Buy again/ });
  mock.fail({ getProduct: 'network' });
  await user.click(buy[0] as HTMLElement);
  expect(await screen.findByText(/^Nothing was added to your cart\. /)).toBeDefined();
  expect(store.get(cartAtom).items).toEqual([]);
});
