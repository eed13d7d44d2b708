import { setTimeout as wait } from 'node:timers/promises';
import type { WireOutputOf } from '@patchwork/api';
import type { RazorpayDouble } from '../../api-server/src/payment/razorpay-double.ts';
import type { Answer, Message, Network } from './network.ts';
import type { Random } from './random.ts';
import type { Webhooks } from './webhooks.ts';

type Cart = WireOutputOf<'getCart'>['cart'];
type Checkout = WireOutputOf<'openCheckout'>['checkout'];

export interface World {
  readonly network: Network;
  readonly bank: RazorpayDouble;
  readonly webhooks: Webhooks;
  readonly productIds: readonly string[];
}

export interface Shopper {
  readonly token: string;
  readonly addressId: string;
  readonly random: Random;
}

/** What a shopper saw and did. */
export interface Visit {
  /** The orders that were answered with 201. */
  readonly confirmed: string[];
  /** The checkouts that were opened. */
  readonly opened: string[];
}

/** Sends a shopper's calls: all of them as often as it takes. */
function connect({ network }: World, { token, random }: Shopper) {
  const message = (method: Message['method'], path: string, body?: object): Message => ({
    method,
    path,
    headers: { authorization: token },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    once: (...of: Parameters<typeof message>): Promise<Answer> =>
      network.send(message(...of), random),
    ask: (...of: Parameters<typeof message>) => network.sendUntilAnswered(message(...of), random),
  };
}

type Connection = ReturnType<typeof connect>;

async function fillCart({ ask }: Connection, { productIds }: World, random: Random) {
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const productId = random.pick(productIds);
    await ask('POST', '/api/user/cart', { product: { _id: productId } });
    if (random.chance(40)) {
      await ask('POST', `/api/user/cart/${productId}`, { action: { type: 'increment' } });
    }
  }
}

/** Opens a checkout of the cart. Undefined where the server refuses: something was sold meanwhile. */
async function openCheckout(
  { ask }: Connection,
  { addressId, random }: Shopper,
): Promise<Checkout | undefined> {
  const { cart } = (await ask('GET', '/api/user/cart')).data as { cart: Cart };
  const lines = cart.map(({ _id, qty, price }) => ({ _id, qty, price: Number(price) }));
  const { status, data } = await ask('POST', '/api/user/checkouts', {
    key: random.uuid(),
    addressId,
    lines,
  });
  if (status === 201) return (data as { checkout: Checkout }).checkout;
  for (const { _id } of cart) await ask('DELETE', `/api/user/cart/${_id}`);
  return undefined;
}

/** Confirms a payment: once, twice at the same time, or not at all. Returns the order's id if answered. */
async function confirm(
  { once, ask }: Connection,
  key: string,
  proof: { paymentId: string; signature: string },
  random: Random,
): Promise<string | undefined> {
  if (random.chance(15)) return undefined;
  await wait(random.between(0, 80));
  const path = `/api/user/checkouts/${key}/confirmation`;
  const first = random.chance(30) ? once('POST', path, proof) : undefined;
  const answers = [await first, await ask('POST', path, proof)];
  const accepted = answers.flatMap((answer) =>
    answer && answer !== 'lost' && answer.status === 201
      ? [(answer.data as { order: { _id: string } }).order._id]
      : [],
  );
  return accepted[0];
}

/** Pays, gives up, cancels, or cancels while the payment is on its way. */
async function settle(
  connection: Connection,
  { bank, webhooks }: World,
  { key, payment }: Checkout,
  random: Random,
): Promise<string | undefined> {
  const way = random.pick(['pay', 'pay', 'pay', 'pay', 'pay', 'leave', 'cancel', 'both'] as const);
  const cancel = () => connection.ask('DELETE', `/api/user/checkouts/${key}`);
  if (way === 'leave') return undefined;
  if (way === 'cancel') {
    await cancel();
    if (!random.chance(25)) return undefined;
    // The window was still open: money is taken for a checkout that was cancelled.
  }
  const proof = bank.pay(payment.orderId);
  // What is paid after a cancellation only the webhook reports: the page is gone.
  if (way === 'cancel' || random.chance(85)) webhooks.add(bank.webhookOf(proof.paymentId));
  if (random.chance(30)) webhooks.add(bank.webhookOf(proof.paymentId, 'order.paid'));
  const cancelled = way === 'both' ? cancel() : undefined;
  const order = way === 'cancel' ? undefined : await confirm(connection, key, proof, random);
  await cancelled;
  return order;
}

/** One shopper's visit: one to three purchases, of which some are never finished. */
export async function shop(world: World, shopper: Shopper): Promise<Visit> {
  const { random } = shopper;
  const connection = connect(world, shopper);
  const visit: Visit = { confirmed: [], opened: [] };
  await wait(random.between(0, 400));
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    await fillCart(connection, world, random);
    const checkout = await openCheckout(connection, shopper);
    if (!checkout) continue;
    visit.opened.push(checkout.key);
    const order = await settle(connection, world, checkout, random);
    if (order !== undefined) visit.confirmed.push(order);
  }
  return visit;
}

/** The shopper comes back later: the page looks every payment up that it does not know the end of. */
export async function comeBack(world: World, shopper: Shopper, visit: Visit): Promise<void> {
  const { ask } = connect(world, shopper);
  for (const key of visit.opened) await ask('POST', `/api/user/checkouts/${key}/settlement`);
}
