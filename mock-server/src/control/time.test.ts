// @vitest-environment happy-dom
import type { Api } from '@patchwork/api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleOperator } from '../data/sample-tables.ts';
import {
  addToCart,
  connect,
  leave,
  load,
  logIn,
  type OpenMock,
  openBrowser,
} from '../test-support.ts';
import { MAX_CLOCK_MS } from './snapshot.ts';

const productId = 'chikankari-tunic';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let mock: OpenMock;

beforeEach(async () => {
  mock = await openBrowser();
});

afterEach(leave);

async function buy(api: Api, product = productId) {
  await addToCart(api, product);
  const [cart, addresses] = [await api.getCart({}), await api.listAddresses({})];
  if (!cart.ok || !addresses.ok) throw new Error('no cart');
  const key = crypto.randomUUID();
  const addressId = addresses.value.addresses[0]?.id ?? '';
  const opened = await api.openCheckout({ body: { key, addressId, lines: cart.value.cart } });
  if (!opened.ok) throw new Error('not opened');
  const { orderId } = opened.value.checkout.payment;
  const paid = await api.simulatePayment({ orderId, body: { outcome: 'success' } });
  if (!paid.ok) throw new Error('not paid');
  const placed = await api.confirmCheckout({ key, body: paid.value });
  if (!placed.ok) throw new Error('not placed');
  return placed.value.order;
}

async function eventsOf(api: Api, order: string) {
  const found = await api.findOrder({ order });
  if (!found.ok) throw new Error('no order');
  return found.value.order.events.map(({ type }) => type);
}

const mails = () => mock.control.read().tables.users[0]?.account.mails ?? [];

/** Returns the token in the link of the shopper's newest mail. */
function lastToken(email: string) {
  const user = mock.control.read().tables.users.find((row) => row.email === email);
  const data = user?.account.mails.at(-1)?.data;
  return data && 'token' in data ? data.token : '';
}

test('an order is packed, shipped and delivered when the clock reaches its time', async () => {
  const api = await logIn();
  const { id, placedAt, lines } = await buy(api);
  mock.control.moveClock(HOUR_MS);
  expect(await eventsOf(api, id)).toEqual([]);
  mock.control.moveClock('nextStep');
  expect(mock.control.read().clock).toBeGreaterThan(HOUR_MS * 1.9);
  expect(await eventsOf(api, id)).toEqual(['packed']);
  mock.control.moveClock(DAY_MS);
  expect(await eventsOf(api, id)).toEqual(['packed', 'shipped']);
  mock.control.moveClock(7 * DAY_MS);
  const found = await api.findOrder({ order: id });
  const delivered = found.ok ? found.value.order.events.at(-1) : undefined;
  const days = lines[0]?.product.deliveryDays ?? 0;
  expect(delivered?.type).toBe('delivered');
  expect(Date.parse(delivered?.at ?? '') - Date.parse(placedAt)).toBe(days * DAY_MS);
  expect(mock.control.read().nextStep).toBeUndefined();
  expect(mails().map(({ kind }) => kind)).toEqual(['orderPlaced', 'orderShipped']);
});

test('an order that the operator handles waits for the operator', async () => {
  mock.control.changeSettings({ isWarehouseByHand: true });
  const api = await logIn();
  const { id } = await buy(api);
  mock.control.moveClock(30 * DAY_MS);
  expect(mock.control.read().nextStep).toBeUndefined();
  expect(await eventsOf(api, id)).toEqual([]);
});

test('a cancelled order is refunded immediately, with a mail about each, and no longer packed', async () => {
  const api = await logIn();
  const { id } = await buy(api);
  await api.cancelOrder({ order: id, body: {} });
  mock.control.moveClock(7 * DAY_MS);
  expect(await eventsOf(api, id)).toEqual(['cancelled', 'refunded']);
  expect(mails().map(({ kind }) => kind)).toEqual([
    'orderPlaced',
    'orderCancelled',
    'orderRefunded',
  ]);
});

test('a product whose delivery takes longer than any date breaks no later call', async () => {
  const [row] = mock.control.read().tables.products;
  const edited = { ...row, delivery_time: '999999999' };
  expect(mock.control.editRow('products', row?._id ?? '', edited)).toMatchObject({ ok: true });
  const { id } = await buy(await logIn(), row?._id);
  mock.control.moveClock(2 * DAY_MS);
  expect(await eventsOf(await logIn(), id)).toEqual(['packed', 'shipped']);
});

test('another link is mailed ten minutes after the last, which still works', async () => {
  const api = connect();
  const asked = () => api.askPasswordReset({ body: { email: sampleOperator.email } });
  await asked();
  const first = lastToken(sampleOperator.email);
  mock.control.moveClock(HOUR_MS / 6 - 60_000);
  await asked();
  expect(lastToken(sampleOperator.email)).toBe(first);
  mock.control.moveClock(2 * 60_000);
  await asked();
  expect(lastToken(sampleOperator.email)).not.toBe(first);
  const body = { token: first, password: 'another-needle' };
  expect(await api.resetPassword({ body })).toMatchObject({ ok: true });
});

test('the clock takes orders and history no further than its maximum', async () => {
  const api = await logIn();
  const [row] = mock.control.read().tables.products;
  mock.control.editRow('products', row?._id ?? '', { ...row, delivery_time: '3650' });
  mock.control.moveClock(DAY_MS);
  const { id } = await buy(api, row?._id);
  mock.control.moveClock(MAX_CLOCK_MS);
  const { changes, clock } = mock.control.read();
  expect(clock).toBe(MAX_CLOCK_MS);
  expect(changes.at(-1)?.cause).toBe('Moved the clock on by 87576 h');
  expect(await eventsOf(await logIn(), id)).toEqual(['packed', 'shipped']);
});

test('a return is refused once the clock has passed its last day', async () => {
  const api = await logIn();
  const { id } = await buy(api);
  mock.control.moveClock(30 * DAY_MS);
  const body = { products: [productId], reason: 'Too small' };
  expect(await api.askReturn({ order: id, body })).toMatchObject({ error: { status: 409 } });
});

/** Buys a product with a sibling, and asks for its exchange once it is delivered. */
async function buyAndExchange() {
  const to = 'quilted-kantha-jacket';
  for (const id of [productId, to]) {
    const row = mock.control.read().tables.products.find(({ _id }) => _id === id);
    mock.control.editRow('products', id, { ...row, style: 'both', price: '1799', stock: 5 });
  }
  const api = await logIn();
  const { id } = await buy(api);
  mock.control.moveClock(7 * DAY_MS);
  const body = { from: productId, to, price: 1799, reason: 'Too small' };
  expect(await api.askExchange({ order: id, body })).toMatchObject({ ok: true });
  const stockOf = (product: string) =>
    mock.control.read().tables.products.find(({ _id }) => _id === product)?.stock;
  return { api, id, to, stockOf };
}

test('an exchange is sent and completed when the clock reaches its time', async () => {
  const { api, id, to, stockOf } = await buyAndExchange();
  mock.control.moveClock('nextStep');
  expect((await eventsOf(api, id)).slice(3)).toEqual(['exchangeAsked', 'exchangeSent']);
  expect([stockOf(productId), stockOf(to)]).toEqual([4, 5]);
  mock.control.moveClock('nextStep');
  expect((await eventsOf(api, id)).at(-1)).toBe('exchanged');
  expect([stockOf(productId), stockOf(to)]).toEqual([5, 4]);
  expect(mock.control.read().nextStep).toBeUndefined();
});

test('an exchange that the operator does not send ends after seven days, with a mail', async () => {
  const { api, id } = await buyAndExchange();
  mock.control.changeSettings({ isWarehouseByHand: true });
  mock.control.moveClock('nextStep');
  expect((await eventsOf(api, id)).slice(3)).toEqual(['exchangeAsked', 'exchangeExpired']);
  expect(mails().at(-1)).toMatchObject({ kind: 'orderExchange', data: { step: 'expired' } });
  for (const mail of mails()) expect(mock.control.writeMail(mail)).toMatchObject({ ok: true });
  expect(mock.control.read().nextStep).toBeUndefined();
});

test('going back restores the time with the orders, and the clock survives a reload', async () => {
  const api = await logIn();
  const { id } = await buy(api);
  const before = mock.control.read().changes.at(-1)?.id ?? 0;
  mock.control.moveClock(DAY_MS);
  expect(await eventsOf(api, id)).toEqual(['packed', 'shipped']);
  mock.control.goBack(before);
  expect(mock.control.read().clock).toBe(0);
  expect(await eventsOf(api, id)).toEqual([]);
  mock.control.moveClock(DAY_MS);
  mock = await load();
  expect(mock.control.read().clock).toBe(DAY_MS);
});

test('a snapshot transfers the time and the orders to another browser', async () => {
  const { id } = await buy(await logIn());
  mock.control.moveClock(DAY_MS);
  const snapshot = JSON.parse(JSON.stringify(mock.control.exportSnapshot()));
  mock = await openBrowser();
  expect(mock.control.importSnapshot(snapshot)).toEqual({ ok: true, value: undefined });
  expect(mock.control.read().clock).toBe(DAY_MS);
  expect(await eventsOf(await logIn(), id)).toEqual(['packed', 'shipped']);
  expect(mails()).toHaveLength(2);
});

test('a mailed link sets a password once, within an hour, and ends the sessions', async () => {
  const body = { email: 'meera@patchwork.example', password: 'needle-and-thread' };
  const signedUp = await connect().signup({ body });
  const old = connect(signedUp.ok ? signedUp.value.token : '');
  await connect().askPasswordReset({ body });
  const late = lastToken(body.email);
  mock.control.moveClock(HOUR_MS + 1);
  const reset = (token: string) =>
    connect().resetPassword({ body: { token, password: 'another-needle' } });
  expect(await reset(late)).toMatchObject({ error: { status: 400 } });
  await connect().askPasswordReset({ body });
  const token = lastToken(body.email);
  expect(await reset(token)).toMatchObject({ ok: true });
  expect(await reset(token)).toMatchObject({ error: { status: 400 } });
  expect(await old.getCart({})).toMatchObject({ error: { status: 401 } });
  expect(await (await logIn(body.email, 'another-needle')).getCart({})).toMatchObject({ ok: true });
});

test('every mail can be rendered, and one whose data a developer has broken says why it can’t', async () => {
  const api = await logIn();
  await buy(api);
  await connect().askPasswordReset({ body: { email: 'asha@patchwork.example' } });
  for (const mail of mails()) expect(mock.control.writeMail(mail)).toMatchObject({ ok: true });
  const [mail] = mails();
  if (!mail) throw new Error('no mail');
  expect(mock.control.writeMail({ ...mail, data: {} as never })).toMatchObject({ ok: false });
});

test('an operator’s product and its stock survive a reload', async () => {
  const { email, password } = sampleOperator;
  const session = await connect().login({ body: { email, password } });
  const authorization = session.ok ? session.value.token : '';
  const path = `/api/operator/products/${productId}`;
  const change = { price: 1234, addStock: -998 };
  const init = { method: 'POST', headers: { authorization }, body: JSON.stringify({ change }) };
  expect((await fetch(path, init)).status).toBe(200);
  await buy(await logIn());
  mock = await load();
  const row = mock.control.read().tables.products.find(({ _id }) => _id === productId);
  expect(row).toMatchObject({ price: '1234', stock: 1, in_stock: true });
});
