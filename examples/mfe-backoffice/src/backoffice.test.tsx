import { logIn, openPage, type Visit } from '@patchwork/kit/testing';
import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import { servicesAtom } from '@patchwork/shop';
import type { OrderEvent, Order as ShopOrder } from '@patchwork/shop/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeOrder, type OrderAction } from './api.ts';
import { Order } from './Order.tsx';
import { Orders } from './Orders.tsx';
import { Products } from './Products.tsx';
import { Shoppers } from './Shoppers.tsx';

/** Operator in the mock's sample data. */
const ravi = { email: 'operator@patchwork.example', password: 'selvedge-1907' };

const overshirt = aProduct({ id: 'overshirt', title: 'Indigo Overshirt', price: 2499 });
const trousers = aProduct({ id: 'trousers', title: 'Work Trousers', price: 1899 });

const anOrder = (events: readonly OrderEvent[] = [], position = 0): ShopOrder => ({
  id: crypto.randomUUID(),
  number: `PW-0000-${String(position).padStart(4, '0')}`,
  placedAt: new Date(Date.now() - position * 60_000).toISOString(),
  lines: [
    { product: overshirt, quantity: 2 },
    { product: trousers, quantity: 1 },
  ],
  total: 6897,
  address: anAddress,
  paymentReference: `pay_${position}`,
  events,
  returnUntil: null,
});

const at = new Date().toISOString();
const delivered: readonly OrderEvent[] = [
  { type: 'packed', at },
  { type: 'shipped', at, carrier: 'Blue Dart' },
  { type: 'delivered', at },
];

/** Opens a page as an operator, with orders that Asha has placed. */
async function open(Component: ComponentType, visit: Visit) {
  const opened = await openPage(Component, { products: [overshirt, trousers], ...visit });
  await act(() => logIn(opened.store, ravi));
  return { ...opened, user: userEvent.setup() };
}

const openOrder = async (events: readonly OrderEvent[] = [], visit: Visit = {}) => {
  const opened = await open(Order, {
    orders: [anOrder(events)],
    path: '/backoffice/orders/:order',
    at: '/backoffice/orders/PW-0000-0000',
    ...visit,
  });
  await screen.findByText('pay_0');
  return {
    ...opened,
    /** Changes the order as another operator. */
    actMeanwhile: async (body: OrderAction) => {
      const { api } = opened.store.get(servicesAtom);
      const changed = await api.call(changeOrder, { order: 'PW-0000-0000', body });
      expect(changed.ok).toBe(true);
    },
  };
};

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

test.each([
  [Orders, '/backoffice'],
  [Order, '/backoffice/orders/PW-0000-0000'],
  [Products, '/backoffice/products'],
  [Shoppers, '/backoffice/shoppers'],
])('a shopper sees the API’s refusal instead of the page: %#', async (Page, at) => {
  const path = at.replace('PW-0000-0000', ':order');
  await openPage(Page, { isLoggedIn: true, mayBeRefused: true, path, at });
  const sentence = 'Only operators of the shop may do this.';
  expect(await screen.findByRole('heading', { name: sentence })).toBeDefined();
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('orders are listed page by page, and found by email, number and status', async () => {
  const lives: Readonly<Record<number, readonly OrderEvent[]>> = {
    3: delivered,
    5: [...delivered, { type: 'returnAsked', at, products: ['trousers'], reason: 'Too small' }],
  };
  const orders = Array.from({ length: 25 }, (_, position) => anOrder(lives[position], position));
  const { user, router } = await open(Orders, { orders, path: '/backoffice', at: '/backoffice' });
  const list = await screen.findByRole('list', { name: 'Orders' });
  const numbers = () =>
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(numbers()).toHaveLength(20));
  expect(numbers()[0]).toBe('PW-0000-0000');
  await user.click(button('Show more'));
  await waitFor(() => expect(numbers()).toHaveLength(25));
  expect(document.activeElement?.textContent).toBe('PW-0000-0024');

  await user.click(screen.getByRole('link', { name: 'Delivered' }));
  await waitFor(() => expect(numbers()).toEqual(['PW-0000-0003', 'PW-0000-0005']));
  await user.click(screen.getByRole('link', { name: 'Return requested' }));
  await waitFor(() => expect(numbers()).toEqual(['PW-0000-0005']));
  await user.click(screen.getByRole('link', { name: 'All' }));
  await user.type(screen.getByRole('searchbox'), ' PW-0000-0007 {Enter}');
  await waitFor(() => expect(numbers()).toEqual(['PW-0000-0007']));
  expect(router.state.location.search).toBe('?search=PW-0000-0007');
  await act(() => router.navigate('/backoffice?search=nobody&status=lost'));
  expect(await screen.findByText('No order matches.')).toBeDefined();
});

test('an order is packed, shipped and delivered', async () => {
  const { user } = await openOrder();
  await user.click(button('Mark as packed'));
  await user.type(await screen.findByLabelText('Carrier'), 'Blue Dart');
  const link = screen.getByLabelText('Tracking link, if there is one');
  await user.type(link, 'http://bluedart.example/1');
  await user.click(button('Mark as shipped'));
  expect(screen.getByRole('alert').textContent).toBe('The tracking link must begin with https://');
  await user.clear(link);
  await user.type(link, 'https://bluedart.example/1');
  await user.click(button('Mark as shipped'));
  await user.click(await screen.findByRole('button', { name: 'Mark as delivered' }));
  expect(await screen.findByRole('button', { name: 'Pay back' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Blue Dart' }).getAttribute('href')).toBe(
    'https://bluedart.example/1',
  );
});

test('a concurrent change by someone else is reported beside the action, and input is kept', async () => {
  const { user, actMeanwhile } = await openOrder([{ type: 'packed', at }], { mayBeRefused: true });
  await user.type(await screen.findByLabelText('Carrier'), 'Blue Dart');
  await actMeanwhile({ type: 'cancel', products: ['overshirt', 'trousers'] });
  await user.click(button('Mark as shipped'));
  expect((await screen.findByRole('alert')).textContent).toBe('The order is cancelled.');
  expect(screen.getByLabelText<HTMLInputElement>('Carrier').value).toBe('Blue Dart');
  expect(await screen.findByText('Indigo Overshirt, Work Trousers')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Cancel these products' })).toBeNull();
});

test('an order that someone else has shipped keeps their carrier, and the page says so', async () => {
  const { user, actMeanwhile } = await openOrder([{ type: 'packed', at }]);
  await user.type(await screen.findByLabelText('Carrier'), 'Blue Dart');
  await actMeanwhile({ type: 'ship', carrier: 'Delhivery' });
  await user.click(button('Mark as shipped'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Someone else has shipped this order already, with Delhivery.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Carrier').value).toBe('Blue Dart');
});

test('one line is cancelled, and the other one stays', async () => {
  const { user, mock } = await openOrder();
  await user.click(screen.getByText('Cancel products'));
  await user.click(screen.getByLabelText('Work Trousers, ₹1,899'));
  await user.click(button('Cancel these products'));
  await waitFor(() => expect(screen.queryByLabelText(/Overshirt/)).toBeNull());
  expect(screen.getByLabelText('Work Trousers, ₹1,899')).toBeDefined();
  expect(mock.calls.at(-1)?.body).toEqual({
    action: { type: 'cancel', products: ['overshirt'] },
  });
});

test('a return is accepted, or declined with a reason; a line is refunded with a reason', async () => {
  const asked = { type: 'returnAsked', at, reason: 'Too small' } as const;
  const both = [...delivered, { ...asked, products: ['overshirt', 'trousers'] }];
  const { user } = await openOrder(both);
  const returns = within(screen.getByRole('group', { name: 'Return requested' }));
  await user.click(returns.getByLabelText(/Trousers/));
  await user.click(button('Accept the return'));
  await waitFor(() => expect(returns.queryByLabelText(/Overshirt/)).toBeNull());
  await user.click(button('Decline the return'));
  expect(screen.getByRole('alert').textContent).toBe('Choose a product.');
  await user.click(returns.getByLabelText(/Trousers/));
  await user.click(button('Decline the return'));
  expect(screen.getByRole('alert').textContent).toBe('Enter a reason: the shopper reads it.');
  const [reason] = screen.getAllByLabelText('Reason, for the shopper');
  if (!reason) throw new Error('the form has a reason');
  await user.type(reason, 'Worn');
  await user.click(button('Decline the return'));
  expect(await screen.findByText('“Worn”')).toBeDefined();

  await user.click(screen.getByText('Pay back without a return'));
  await user.click(screen.getByLabelText('Work Trousers, ₹1,899'));
  await user.type(screen.getByLabelText('Reason, for the shopper'), 'A gesture');
  await user.click(button('Pay back'));
  expect(await screen.findByText('“A gesture”')).toBeDefined();
  expect(await screen.findByText('Nothing is left to do.')).toBeDefined();
});

test('only changed fields of a product are sent, and input is kept after a refusal', async () => {
  const { user, mock } = await open(Products, {
    ...{ mayBeRefused: true, path: '/backoffice/products' },
    at: '/backoffice/products?search=overshirt',
  });
  await user.click(await screen.findByText('Indigo Overshirt'));
  const price = screen.getByLabelText<HTMLInputElement>('Price in rupees');
  const pieces = screen.getByLabelText<HTMLInputElement>('Add pieces, -3 takes away');
  await user.clear(price);
  await user.type(price, '2299');
  await user.type(pieces, '-5000');
  await user.click(button('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There are not that many pieces to remove.',
  );
  expect([price.value, pieces.value]).toEqual(['2299', '-5000']);

  await user.clear(pieces);
  await user.type(pieces, '5');
  await user.type(
    screen.getByLabelText(/^Further pictures/),
    '/images/overshirt-back.jpg The back of the overshirt',
  );
  await user.click(screen.getByLabelText('Shown in the shop'));
  await user.click(button('Save'));
  expect(await screen.findByText('Hidden')).toBeDefined();
  expect(mock.calls.findLast(({ name }) => name === 'changeProduct')?.body).toEqual({
    change: {
      price: 2299,
      addStock: 5,
      isHidden: true,
      pictures: [{ image: '/images/overshirt-back.jpg', alt: 'The back of the overshirt' }],
    },
  });
  await waitFor(() => expect(pieces.value).toBe(''));
  await user.click(button('Save'));
  expect(screen.getByRole('alert').textContent).toBe('Nothing is changed yet.');
});

test('a product gets a style and a colour, and loses them', async () => {
  const { user, mock } = await open(Products, {
    ...{ path: '/backoffice/products', at: '/backoffice/products?search=overshirt' },
  });
  await user.click(await screen.findByText('Indigo Overshirt'));
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const sent = () => mock.calls.findLast(({ name }) => name === 'changeProduct')?.body;
  await user.type(field(/^Style/), 'overshirts');
  await user.type(field(/^Name of the colour/), 'Indigo');
  await user.click(button('Save'));
  expect(screen.getByRole('alert').textContent).toBe(
    'Enter a colour’s name and its value, such as #2b3766.',
  );
  await user.type(field(/^Colour,/), '#2b3766');
  await user.click(button('Save'));
  const colour = { name: 'Indigo', swatch: '#2b3766' };
  await waitFor(() => expect(sent()).toEqual({ change: { style: 'overshirts', colour } }));
  await waitFor(() => expect(field(/^Style/).defaultValue).toBe('overshirts'));
  for (const label of [/^Style/, /^Name of the colour/, /^Colour,/]) await user.clear(field(label));
  await user.click(button('Save'));
  await waitFor(() => expect(sent()).toEqual({ change: { style: null, colour: null } }));
});

test('an account is exported and disabled, and can’t be deleted while an order is in progress', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user, mock } = await open(Shoppers, {
    ...{ mayBeRefused: true, orders: [anOrder()], path: '/backoffice/shoppers' },
    at: '/backoffice/shoppers',
  });
  const list = await screen.findByRole('list', { name: 'Shoppers' });
  await user.click(within(list).getByText(ravi.email));
  expect(screen.getByText(/This is your own account/)).toBeDefined();

  // The account of the sample’s shopper, which all guests share, can’t be deleted at all.
  const form = { name: 'Meera Nair', email: 'meera@patchwork.example', password: 'needle' };
  await mock.connect().signup({ body: { ...form, confirmPassword: form.password } });
  const { users } = mock.control.read().tables;
  const meera = users.find(({ email }) => email === form.email);
  const orders = users.flatMap((each) => each.orders);
  mock.control.editRow('users', meera?._id ?? '', { ...meera, orders });

  await user.type(screen.getByRole('searchbox'), 'meera{Enter}');
  await user.click(await screen.findByText(/^Meera/));
  const row = within(screen.getByRole('list', { name: 'Shoppers' }));
  await user.click(row.getByRole('button', { name: 'Export the data' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  await user.click(row.getByRole('button', { name: 'Disable the account' }));
  expect(await row.findByText('Disabled')).toBeDefined();
  expect(row.getByRole('button', { name: 'Enable the account' })).toBeDefined();
  await user.click(row.getByText('Delete the account'));
  await user.click(row.getByRole('button', { name: /^Delete meera/ }));
  expect((await row.findByRole('alert')).textContent).toMatch(/An order is still in progress/);
});

const cashOrder = (...events: readonly OrderEvent[]): ShopOrder => ({
  ...anOrder(events),
  ...{ total: 6946, cashOnDelivery: { fee: 49 } },
});

const openCashOrder = async (...events: readonly OrderEvent[]) => {
  const opened = await open(Order, {
    orders: [cashOrder(...events)],
    path: '/backoffice/orders/:order',
    at: '/backoffice/orders/PW-0000-0000',
  });
  await screen.findByText('Cash on delivery', { selector: 'dd' });
  return opened;
};

test('a parcel with cash on delivery that is refused at the door is cancelled', async () => {
  const { user } = await openCashOrder(...delivered.slice(0, 2));
  await user.click(button('Refused at the door'));
  expect(await screen.findByText('Nothing is left to do.')).toBeDefined();
  expect(screen.getAllByText('Cancelled').length).toBeGreaterThan(0);
});

test('a refund of what was paid in cash is recorded with the reference of its transfer', async () => {
  const { user } = await openCashOrder(
    ...delivered.slice(0, 2),
    { type: 'delivered', at, cash: 6946 },
    { type: 'refundGranted', at, products: ['trousers'], reason: 'It came torn' },
  );
  await user.click(button('Record the refund'));
  expect(screen.getByRole('alert').textContent).toBe(
    'Enter the reference of your transfer: the shopper reads it.',
  );
  await user.type(screen.getByRole('textbox', { name: 'Reference of the transfer' }), 'UPI 4335');
  await user.click(button('Record the refund'));
  expect(await screen.findByText('UPI 4335')).toBeDefined();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Record the refund' })).toBeNull(),
  );
});

const inL = { id: 'overshirt-l', title: 'Indigo Overshirt', image: '/l.jpg', size: 'L' } as const;
const exchangeAsked = (price: number): OrderEvent => ({
  ...{ type: 'exchangeAsked', at, products: ['overshirt'], to: { ...inL, price } },
  ...{ reason: 'Too small', until: new Date(Date.now() + 86_400_000).toISOString() },
});

test('an exchange is sent and completed with the sum to collect, and a return is then paid back by the operator', async () => {
  const { user } = await openOrder([...delivered, exchangeAsked(2599)]);
  const name = '2 × Indigo Overshirt, for Indigo Overshirt, size L, ₹200 to collect';
  // To be sent, or declined.
  expect(screen.getAllByRole('checkbox', { name })).toHaveLength(2);
  await user.click(button('Mark the exchange as sent'));
  expect(screen.getByRole('alert').textContent).toBe('Enter the carrier.');
  await user.type(screen.getByLabelText('Carrier'), 'Blue Dart');
  await user.click(button('Mark the exchange as sent'));
  await user.click(await screen.findByRole('button', { name: 'Mark the pieces as swapped' }));
  expect(await screen.findByText('₹200 in cash')).toBeDefined();
  await user.click(screen.getByText('Pay back without a return'));
  await user.click(screen.getByRole('checkbox', { name: '2 × Indigo Overshirt, ₹5,198' }));
  await user.type(screen.getByLabelText('Reason, for the shopper'), 'It came torn');
  await user.click(button('Pay back'));
  await user.type(await screen.findByLabelText('Reference of the transfer'), 'UPI 433512');
  await user.click(button('Record the refund'));
  expect(await screen.findByText('UPI 433512')).toBeDefined();
});

test('an exchange is declined with a reason', async () => {
  const { user } = await openOrder([...delivered, exchangeAsked(2499)]);
  await user.click(screen.getByText('Decline an exchange'));
  await user.click(button('Decline the exchange'));
  expect(screen.getByRole('alert').textContent).toBe('Enter a reason: the shopper reads it.');
  const form = button('Decline the exchange').closest('form') as HTMLElement;
  await user.type(within(form).getByLabelText('Reason, for the shopper'), 'It was worn');
  await user.click(button('Decline the exchange'));
  expect(await screen.findByText('“It was worn”')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Mark the exchange as sent' })).toBeNull();
});
