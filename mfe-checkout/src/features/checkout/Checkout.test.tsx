import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import { cartAtom, servicesAtom, sessionAtom } from '@patchwork/shop';
import { formatDeliveryDate, type Product, type Session } from '@patchwork/shop/domain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderHistoryAtom } from '../../state/orders.ts';
import { pendingPaymentAtom, simulatePaymentAtom } from '../../state/payment.ts';
import {
  editProduct,
  openMock,
  openPage,
  openPaymentOf,
  signUpMeera,
  twoLines,
} from '../../test-support.tsx';
import { Checkout } from './Checkout.tsx';

type Visit = Partial<Parameters<typeof openPage>[0]>;

const openCheckout = (visit: Visit = {}) =>
  openPage({ path: '/checkout', Component: Checkout, cart: twoLines, ...visit });

const twoAddresses = [anAddress, { ...anAddress, id: 'work', street: 'Spindle Road' }];

const catalogue = (...changes: (Partial<Product> | undefined)[]) =>
  twoLines.flatMap(({ product }, index) => {
    const change = changes[index];
    return change ? { ...product, ...change } : [];
  });

const summary = async () => within(await screen.findByRole('region', { name: 'Order Summary' }));
/** Finds the alert of the summary: toasts are alerts as well. */
const problem = async () => (await summary()).findByRole('alert');
const home = () => screen.findByRole('radio', { name: /Loom Street/ });
const placeOrder = () => screen.findByRole('button', { name: 'Place Order' });
const payment = () => screen.findByRole('dialog', { name: 'Simulated payment' });

/** For what comes after up to three pauses of a second and a half. */
const waitMs = { timeout: 15_000 };

type User = Awaited<ReturnType<typeof openCheckout>>['user'];

async function submit(user: User) {
  await user.click(await home());
  await user.click(await placeOrder());
}

async function choose(user: User, outcome: string) {
  await payment();
  await user.click(screen.getByRole('button', { name: outcome }));
}

test('every address is a required radio button, and none is selected', async () => {
  await openCheckout({ addresses: twoAddresses });
  expect(screen.getByRole('heading', { level: 1, name: 'Select Address' })).toBeDefined();
  const radios = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ required, checked }) => [required, checked])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(screen.getByRole('list', { name: 'Steps of your order' }).textContent).toBe(
    'AddressPaymentDone',
  );
  expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Address');
  expect(screen.getByRole('link', { name: /address/ }).getAttribute('href')).toBe(
    '/profile?tab=ADDRESSES',
  );
});

test('without an address, the page links to the address book', async () => {
  const { user } = await openCheckout({ addresses: [] });
  expect(await screen.findByRole('heading', { level: 2, name: 'No addresses yet' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Add an address' }));
  expect(screen.getByText('arrived at /profile')).toBeDefined();
});

test('a failed load of the addresses is not shown as having none, and can be retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const mock = openMock({ cart: twoLines });
  mock.fail({ listAddresses: 500 });
  const { user } = await openCheckout({ mock });
  expect(await screen.findByText('Your addresses could not be loaded.')).toBeDefined();
  expect(screen.queryByText('No addresses yet')).toBeNull();
  mock.fail({});
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await home()).toBeDefined();
});

test('the order summary shows the lines, the total and the selected address', async () => {
  const { user } = await openCheckout();
  const order = await summary();
  expect(order.getByRole('row', { name: 'Indigo Overshirt 2 ₹4,998' })).toBeDefined();
  expect(order.getByRole('row', { name: 'Total Price ₹6,897' })).toBeDefined();
  expect(order.getByText('No address selected yet.')).toBeDefined();
  await user.click(await home());
  expect(order.getByText('12/4, Loom Street')).toBeDefined();
});

test('an empty cart redirects to the cart’s page', async () => {
  const { user } = await openCheckout({ cart: [] });
  expect(await screen.findByText('Your Cart is empty :(')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
  expect(screen.getByText('arrived at /cart')).toBeDefined();
});

test('without a selected address it warns, starts no payment and focuses the radio buttons', async () => {
  const { user } = await openCheckout();
  const radio = await home();
  await user.click(await placeOrder());
  expect(await screen.findByText('Please select adress!')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(radio);
});

/** A table of PIN codes with that of the mock's address only. */
const servedIn = (days: number) => ({
  [anAddress.pinCode]: { days, isCashOnDelivery: false },
});

test('the date of the selected address’s PIN code is shown, and stays with the order', async () => {
  const mock = openMock({ cart: twoLines });
  mock.control.changeSettings({ pinCodes: servedIn(9) });
  const { user, store } = await openCheckout({ mock });
  const order = await summary();
  expect(order.getByText(/^Get it by /)).toBeDefined();
  await user.click(await home());
  const date = formatDeliveryDate(9, new Date());
  expect(await order.findByText(`Delivery by ${date} to ${anAddress.pinCode}`)).toBeDefined();
  expect(order.queryByText(/^Get it by /)).toBeNull();
  await user.click(await placeOrder());
  await choose(user, 'Pay successfully');
  await screen.findByText('arrived at /orderplaced');
  expect(store.get(orderHistoryAtom)).toMatchObject([{ deliveryDays: 9 }]);
});

test('an address that is not served says so, can’t be ordered to, and another one can', async () => {
  const served = { ...anAddress, id: 'work', street: 'Spindle Road', pinCode: '560038' };
  const mock = openMock({ cart: twoLines, addresses: [anAddress, served] });
  mock.control.changeSettings({ pinCodes: { 560038: { days: 3, isCashOnDelivery: false } } });
  const { user } = await openCheckout({ mock });
  await user.click(await home());
  const text = `We do not deliver to ${anAddress.pinCode} yet. Choose another address, or add one.`;
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByText(/^Get it by /)).toBeNull();
  await user.click(await placeOrder());
  expect(await screen.findAllByText(text)).toHaveLength(2);
  expect(document.activeElement).toBe(await home());
  expect(mock.calls.map(({ name }) => name)).not.toContain('openCheckout');
  await user.click(screen.getByRole('radio', { name: /Spindle Road/ }));
  await user.click(await placeOrder());
  await choose(user, 'Pay successfully');
  expect(await screen.findByText('arrived at /orderplaced')).toBeDefined();
});

test('the shop refuses a PIN code that left the table meanwhile', async () => {
  const mock = openMock({ cart: twoLines });
  mock.control.changeSettings({ pinCodes: servedIn(9) });
  const { user } = await openCheckout({ mock });
  await user.click(await home());
  await (await summary()).findByText(/^Delivery by /);
  mock.control.changeSettings({ pinCodes: { 560038: { days: 3, isCashOnDelivery: false } } });
  await user.click(await placeOrder());
  expect((await problem()).textContent).toBe(
    'We do not deliver to this PIN code. Choose another address, then place the order.',
  );
});

/** Opens checkout in a shop with cash on delivery up to a limit, at the address's PIN code or at another one only. */
async function openWithCash(limit: number, isHere = true) {
  const mock = openMock({ cart: twoLines });
  mock.control.changeSettings({
    cashOnDelivery: { limit, fee: 49 },
    pinCodes: { [anAddress.pinCode]: { days: 2, isCashOnDelivery: isHere } },
  });
  const visit = await openCheckout({ mock });
  await visit.user.click(await home());
  return visit;
}

const cash = () => screen.findByRole<HTMLInputElement>('radio', { name: /^Cash on delivery/ });

test('without cash on delivery there is no choice of payment', async () => {
  const { user } = await openCheckout();
  await user.click(await home());
  await (await summary()).findByText('12/4, Loom Street');
  expect(screen.queryByRole('radio', { name: /Pay now/ })).toBeNull();
});

test('paying now is selected, and cash on delivery adds its fee', async () => {
  const { user } = await openWithCash(7000);
  const now = await screen.findByRole<HTMLInputElement>('radio', { name: /^Pay now/ });
  expect([now.checked, (await cash()).checked]).toEqual([true, false]);
  const order = await summary();
  expect(order.queryByRole('row', { name: /Cash on delivery/ })).toBeNull();
  await user.click(await cash());
  expect(order.getByRole('row', { name: 'Cash on delivery ₹49' })).toBeDefined();
  expect(order.getByRole('row', { name: 'Total Price ₹6,946' })).toBeDefined();
  await user.click(now);
  expect(order.getByRole('row', { name: 'Total Price ₹6,897' })).toBeDefined();
});

test('an order with cash on delivery is placed by the keyboard, without a payment', async () => {
  const { user, store } = await openWithCash(7000);
  (await screen.findByRole('radio', { name: /^Pay now/ })).focus();
  await user.keyboard('{ArrowDown}');
  expect((await cash()).checked).toBe(true);
  (await placeOrder()).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('arrived at /orderplaced')).toBeDefined();
  await waitFor(() => expect(store.get(cartAtom).items).toEqual([]));
  expect(store.get(orderHistoryAtom)).toMatchObject([
    { total: 6946, cashOnDelivery: { fee: 49 }, deliveryDays: 4 },
  ]);
});

test.each([
  [6896, true, 'Possible for orders up to ₹6,896.'],
  [7000, false, `Not possible at ${anAddress.pinCode}.`],
])(
  'cash on delivery up to %i rupees, here: %j, is disabled with the reason',
  async (limit, isHere, reason) => {
    await openWithCash(limit, isHere);
    const radio = await cash();
    expect(radio.disabled).toBe(true);
    expect(screen.getByText(reason)).toBeDefined();
  },
);

test('a fee that has changed meanwhile is refused, and nothing is ordered', async () => {
  const { user, mock, store } = await openWithCash(7000);
  await user.click(await cash());
  mock.control.changeSettings({ cashOnDelivery: { limit: 7000, fee: 99 } });
  await user.click(await placeOrder());
  expect((await problem()).textContent).toBe(
    'Your order has changed since you saw it. Look at it again, then place the order.',
  );
  expect(store.get(orderHistoryAtom)).toEqual([]);
  const row = await (await summary()).findByRole('row', { name: 'Cash on delivery ₹99' });
  expect(row).toBeDefined();
});

test('a confirmation that was lost is repeated on the same page', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, mock, store } = await openWithCash(7000);
  await user.click(await cash());
  mock.fail({ confirmCheckout: 500 });
  await user.click(await placeOrder());
  const again = await screen.findByRole('button', { name: 'Place the order' });
  expect((await summary()).getByRole('row', { name: 'Total Price ₹6,946' })).toBeDefined();
  mock.fail({});
  await user.click(again);
  expect(await screen.findByText('arrived at /orderplaced')).toBeDefined();
  expect(store.get(orderHistoryAtom)).toHaveLength(1);
});

test('a payment places the order, empties the cart and goes to /orderplaced', async () => {
  const { user, store } = await openCheckout();
  await submit(user);
  await choose(user, 'Pay successfully');
  expect(await screen.findByText('arrived at /orderplaced')).toBeDefined();
  expect(await screen.findByText('Order has been placed successfully!!')).toBeDefined();
  await waitFor(() => expect(store.get(cartAtom).items).toEqual([]));
  expect(store.get(orderHistoryAtom)).toMatchObject([
    {
      total: 6897,
      lines: twoLines,
      address: anAddress,
      paymentReference: expect.stringMatching(/^sim_/),
    },
  ]);
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toBeNull());
});

const busy = () => screen.findByText('The shop can’t answer at the moment. Trying again…');

test.each(['openCheckout', 'confirmCheckout'] as const)(
  'a purchase whose %s is refused with 503 is repeated, the page says so, and one order is placed',
  async (name) => {
    const mock = openMock({ cart: twoLines });
    mock.fail({ [name]: 503 });
    const { user, store } = await openCheckout({ mock });
    await submit(user);
    if (name === 'confirmCheckout') await choose(user, 'Pay successfully');
    await busy();
    expect((await placeOrder()).getAttribute('aria-disabled')).toBe('true');
    mock.fail({});
    if (name === 'openCheckout') await choose(user, 'Pay successfully');
    expect(await screen.findByText('arrived at /orderplaced', {}, waitMs)).toBeDefined();
    await waitFor(() => expect(store.get(orderHistoryAtom)).toHaveLength(1));
    const bodies = mock.calls.filter((call) => call.name === name).map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  },
);

test('a purchase that stays refused is repeated three times, then the page says why and allows another try', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const mock = openMock({ cart: twoLines });
  mock.fail({ openCheckout: 503 });
  const { user } = await openCheckout({ mock });
  await submit(user);
  await busy();
  const alert = await (await summary()).findByRole('alert', {}, waitMs);
  expect(alert.textContent).toContain('The mock fails openCheckout on purpose.');
  expect(mock.calls.filter(({ name }) => name === 'openCheckout')).toHaveLength(4);
  mock.fail({});
  await user.click(await placeOrder());
  expect(await payment()).toBeDefined();
});

test('a double click and a repeated callback create one order', async () => {
  const { user, store } = await openCheckout();
  await user.click(await home());
  await user.dblClick(await placeOrder());
  await choose(user, 'Pay, and call back twice');
  await screen.findByText('arrived at /orderplaced');
  await waitFor(() => expect(store.get(orderHistoryAtom)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['Decline the payment', {}, /was declined: The simulated bank declined/],
  ['Close without paying', {}, /closed before it was made/],
  ['Pay successfully', { simulatePayment: 409 }, /The mock fails simulatePayment on purpose/],
] as const)(
  '%s with %j leads back to checkout with a message, and can be retried',
  async (outcome, failures, message) => {
    const { user, store, mock } = await openCheckout();
    mock.fail(failures);
    await submit(user);
    await choose(user, outcome);
    expect((await problem()).textContent).toMatch(message);
    mock.fail({});
    expect(store.get(orderHistoryAtom)).toEqual([]);
    expect((await home()) as HTMLInputElement).toMatchObject({ checked: true });
    expect(document.activeElement).toBe(await placeOrder());

    await user.click(await placeOrder());
    await choose(user, 'Pay successfully');
    await screen.findByText('arrived at /orderplaced');
    await waitFor(() => expect(store.get(orderHistoryAtom)).toHaveLength(1));
  },
);

test('a changed price is shown before anything is charged', async () => {
  const { user, store, mock } = await openCheckout();
  await home();
  editProduct(mock, 'overshirt', { price: '2599' });
  await submit(user);
  expect((await problem()).textContent).toContain('Its total is now ₹7,097');
  expect(screen.queryByRole('dialog')).toBeNull();
  const order = await summary();
  expect(order.getByText(/Indigo Overshirt has changed from ₹2,499 to ₹2,599/)).toBeDefined();
  expect(order.getByRole('row', { name: 'Total Price ₹7,097' })).toBeDefined();

  await user.click(await placeOrder());
  expect((await payment()).textContent).toContain('₹7,097');
  await choose(user, 'Pay successfully');
  await screen.findByText('arrived at /orderplaced');
  expect(store.get(orderHistoryAtom)).toMatchObject([{ total: 7097 }]);
});

test.each([
  ['no longer sold', catalogue(undefined, {})],
  ['out of stock', catalogue({ inStock: false }, {})],
])('a product that is %s is named and must be removed from the cart', async (words, products) => {
  const { user } = await openCheckout({ products });
  const order = await summary();
  expect(await order.findByText(`Indigo Overshirt is ${words}.`)).toBeDefined();
  await submit(user);
  expect((await problem()).textContent).toContain('can’t be bought');
  await user.click(order.getByRole('button', { name: 'Remove Indigo Overshirt from the cart' }));
  await waitFor(() => expect(order.queryByText(/Indigo Overshirt/)).toBeNull());
  await user.click(await placeOrder());
  expect((await payment()).textContent).toContain('₹1,899');
  await choose(user, 'Close without paying');
});

test('a product of which there are more than 10 pieces is named, and no payment is opened', async () => {
  const [overshirt, trousers] = twoLines;
  if (!overshirt || !trousers) throw new Error('there are two lines');
  const { user, mock } = await openCheckout({ cart: [{ ...overshirt, quantity: 11 }, trousers] });
  const order = await summary();
  expect(
    await order.findByText('An order can have at most 10 pieces of Indigo Overshirt.'),
  ).toBeDefined();
  await submit(user);
  expect((await problem()).textContent).toContain('can’t be bought');
  expect(mock.calls.filter(({ name }) => name === 'openCheckout')).toEqual([]);
  await user.click(order.getByRole('link', { name: 'Take some out of the cart' }));
  expect(screen.getByText('arrived at /cart')).toBeDefined();
});

test('addresses can’t be changed or added while the order is being placed', async () => {
  const mock = openMock({ cart: twoLines, addresses: twoAddresses });
  mock.hold('listProducts');
  const { user } = await openCheckout({ mock });
  await user.click(await screen.findByRole('button', { name: 'Add New Address' }));
  await submit(user);
  await user.click(await screen.findByRole('radio', { name: /Spindle Road/ }));
  expect((await home()) as HTMLInputElement).toMatchObject({ checked: true });
  expect(screen.getByText('Add an address').closest('[inert]')).not.toBeNull();
});

test('an order that the API refuses is not paid, and the refusal is shown', async () => {
  const { user, mock } = await openCheckout();
  mock.fail({ openCheckout: 409 });
  await submit(user);
  expect((await problem()).textContent).toContain('The mock fails openCheckout on purpose.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a lost confirmation leaves the payment open, and it is completed without a second payment', async () => {
  const { user, store, mock } = await openCheckout();
  mock.fail({ confirmCheckout: 'network' });
  // The lookup is held back: after it the cart is empty, and the problem leaves the page with the summary.
  const letLookUp = mock.hold('settleCheckout');
  await submit(user);
  await choose(user, 'Pay successfully');
  expect((await problem()).textContent).toContain('could not be reached');
  expect(store.get(cartAtom).items).toHaveLength(2);
  letLookUp();
  await user.click(await screen.findByRole('button', { name: 'Complete the order' }));
  await screen.findByText('arrived at /orderplaced');
  await waitFor(() => expect(store.get(orderHistoryAtom)).toMatchObject([{ total: 6897 }]));
});

test.each([
  ['Pay successfully', { confirmCheckout: 500 }],
  ['Decline the payment', { cancelCheckout: 500 }],
] as const)(
  'after %s with %j, the notice of the open payment takes the focus from the payment’s window',
  async (outcome, failures) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, mock } = await openCheckout();
    mock.fail(failures);
    await submit(user);
    await choose(user, outcome);
    const notice = await screen.findByRole('region', { name: 'A payment is still open' });
    await waitFor(() => expect(document.activeElement).toBe(notice));
  },
);

test('when another tab empties the cart, the focus moves from an address to the heading', async () => {
  const { user, store } = await openCheckout();
  await user.click(await home());
  const { api } = store.get(servicesAtom);
  for (const { product } of twoLines) await api.removeFromCart({ productId: product.id });
  await act(() => store.get(cartAtom).refetch());
  expect(await screen.findByText('There is nothing to order yet.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('if prices can’t be checked, nothing is charged, and the focus does not move if the shopper has moved it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, mock } = await openCheckout();
  await home();
  mock.fail({ listProducts: 500 });
  const answer = mock.hold('listProducts');
  await submit(user);
  const link = screen.getByRole('link', { name: 'Change an address' });
  link.focus();
  answer();
  expect((await problem()).textContent).toContain('could not be checked');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(link);
});

test.each([
  [true, () => placeOrder()],
  [false, () => screen.findByRole('heading', { level: 1 })],
])(
  'removing an unavailable product focuses the next one, and then what is left: %s',
  async (inStock, findLeft) => {
    const products = catalogue({ inStock: false }, { inStock: false });
    const third = aProduct({ id: 'third', inStock });
    const { user } = await openCheckout({
      products: [...products, third],
      cart: inStock ? [...twoLines, { product: third, quantity: 1 }] : twoLines,
    });
    const remove = (title: string) =>
      screen.findByRole('button', { name: `Remove ${title} from the cart` });
    await user.click(await remove('Indigo Overshirt'));
    expect(document.activeElement).toBe(await remove('Work Trousers'));
    await user.click(await remove('Work Trousers'));
    const left = await findLeft();
    await waitFor(() => expect(document.activeElement).toBe(left));
  },
);

test('a payment whose code can’t be loaded is not opened, and can be retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const simulator = '../../payment/simulator.tsx';
  vi.doMock(simulator, () => Promise.reject(new Error('the network is gone')));
  const { user, store } = await openCheckout();
  await submit(user);
  expect((await problem()).textContent).toContain('The payment could not be loaded');
  expect(store.get(pendingPaymentAtom)).toBeNull();
  expect(store.get(cartAtom).items).toHaveLength(2);
  expect(await home()).toHaveProperty('checked', true);
  vi.doUnmock(simulator);
  await user.click(await placeOrder());
  expect(await payment()).toBeDefined();
});

test('an open payment is continued with its address and creates one order', async () => {
  const { store, mock } = await openCheckout({ addresses: twoAddresses });
  await openPaymentOf(store);
  cleanup();
  const { user, store: reloaded } = await openCheckout({ mock });
  expect(await screen.findByRole('region', { name: 'A payment is still open' })).toBeDefined();
  expect((await home()) as HTMLInputElement).toMatchObject({ checked: true });
  expect((await summary()).getByText('12/4, Loom Street')).toBeDefined();
  expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Payment');
  expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Continue paying' }));
  expect((await payment()).textContent).toContain('₹6,897');
  await choose(user, 'Pay, and call back twice');
  await screen.findByText('arrived at /orderplaced');
  await waitFor(() => expect(reloaded.get(orderHistoryAtom)).toHaveLength(1));
  expect(mock.calls.filter(({ name }) => name === 'openCheckout')).toHaveLength(1);
});

test('an open payment that another tab has paid is not paid again', async () => {
  const { store, mock } = await openCheckout();
  const { payment: opened } = await openPaymentOf(store);
  cleanup();
  const { user, store: reloaded } = await openCheckout({ mock });
  const button = await screen.findByRole('button', { name: 'Continue paying' });
  await store.set(simulatePaymentAtom, { orderId: opened.orderId, outcome: 'success' });
  await user.click(button);
  await screen.findByText('arrived at /orderplaced');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(reloaded.get(orderHistoryAtom)).toHaveLength(1));
});

test('a declined payment that was continued shows the reason, keeps the address and can be retried', async () => {
  const { store, mock } = await openCheckout();
  await openPaymentOf(store);
  cleanup();
  const { user } = await openCheckout({ mock });
  await user.click(await screen.findByRole('button', { name: 'Continue paying' }));
  await choose(user, 'Decline the payment');
  expect((await problem()).textContent).toContain('was declined');
  expect((await home()) as HTMLInputElement).toMatchObject({ checked: true });
  await user.click(await placeOrder());
  expect(await payment()).toBeDefined();
});

test('discarding a payment keeps its address selected, and the order can be placed', async () => {
  const { store, mock } = await openCheckout();
  await openPaymentOf(store);
  cleanup();
  const { user } = await openCheckout({ mock });
  await user.click(await screen.findByRole('button', { name: 'Discard this payment' }));
  const button = await placeOrder();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect((await home()) as HTMLInputElement).toMatchObject({ checked: true });
  await user.click(button);
  expect(await payment()).toBeDefined();
});

test('the last pieces, reserved by the open payment, are not shown as sold out; once it is discarded, they are reloaded', async () => {
  const { store, mock } = await openCheckout();
  await openPaymentOf(store);
  cleanup();
  const hold = (in_stock: boolean) => {
    for (const { product } of twoLines) editProduct(mock, product.id, { in_stock });
  };
  hold(false);
  const { user } = await openCheckout({ mock });
  await home();
  expect(screen.queryByText(/is out of stock/)).toBeNull();
  hold(true);
  await user.click(await screen.findByRole('button', { name: 'Discard this payment' }));
  await user.click(await placeOrder());
  expect(await payment()).toBeDefined();
});

/** Writes the session as another tab does when someone else logs in there. */
function logInElsewhere({ user, token }: Session) {
  localStorage.setItem('patchwork:user', JSON.stringify({ version: 2, value: user }));
  localStorage.setItem('userToken', token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
}

test('a payment is aborted when another shopper logs in, and never becomes their order', async () => {
  const { user, store, mock } = await openCheckout();
  const meera = await signUpMeera(mock);
  await submit(user);
  await choose(user, 'Pay successfully after 3 seconds');
  await screen.findByText(/thinking/);
  logInElsewhere(meera);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(mock.idle);
  expect(store.get(sessionAtom)).toEqual(meera);
  expect([store.get(orderHistoryAtom), store.get(cartAtom).items]).toEqual([[], []]);
  expect(store.get(pendingPaymentAtom)).toBeNull();
  logInElsewhere(await mock.logIn());
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toMatchObject({ total: 6897 }));
});
