import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hmacOf, type PaymentProof } from './provider.ts';

/*
 * Razorpay's HTTP interface for tests, written from its documentation: orders with a unique receipt,
 * payments of an order, refunds with an idempotency key, signed webhooks.
 */

interface DoubleOrder {
  readonly id: string;
  readonly amount: number;
  readonly receipt: string;
}

interface DoublePayment {
  readonly id: string;
  readonly order_id: string;
  readonly amount: number;
  readonly status: 'captured' | 'refunded';
}

/** A webhook as it is sent: the exact body and its headers. */
export interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : JSON.parse(text);
}

const shortId = (): string => randomUUID().replaceAll('-', '').slice(0, 14);

export type RazorpayDouble = Awaited<ReturnType<typeof openRazorpayDouble>>;

/** Opens the double on a free port of this machine. */
export async function openRazorpayDouble() {
  const keys = { keyId: 'rzp_test_double', keySecret: 'key-secret', webhookSecret: 'hook-secret' };
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;
  const orders = new Map<string, DoubleOrder>();
  const payments = new Map<string, DoublePayment>();
  const refunds = new Map<string, number>();
  const refundKeys = new Set<string>();
  let failure: number | undefined;

  function createOrder(body: Record<string, unknown>): object {
    const { amount, receipt } = body as { amount: number; receipt: string };
    const known = [...orders.values()].find((order) => order.receipt === receipt);
    if (known && body.unique_receipt === true) return known;
    const order = { id: `order_${shortId()}`, entity: 'order', amount, receipt };
    orders.set(order.id, order);
    return order;
  }

  function refund(paymentId: string, amount: number, key: string): object {
    if (!refundKeys.has(key)) refunds.set(paymentId, (refunds.get(paymentId) ?? 0) + amount);
    refundKeys.add(key);
    const payment = payments.get(paymentId);
    if (payment) payments.set(paymentId, { ...payment, status: 'refunded' });
    return { id: `rfnd_${shortId()}`, entity: 'refund', payment_id: paymentId, amount };
  }

  async function respond(request: IncomingMessage): Promise<object | number> {
    const body = await readBody(request);
    if (failure !== undefined) return failure;
    if (request.headers.authorization !== authorization) return 401;
    const [, version, kind, id = '', what] = (request.url ?? '').split('/');
    const call = `${request.method} ${version}/${kind}${what ? `/${what}` : ''}`;
    if (call === 'POST v1/orders') return createOrder(body);
    if (call === 'GET v1/orders/payments') {
      if (!orders.has(id)) return 400;
      const items = [...payments.values()].filter((payment) => payment.order_id === id);
      return { entity: 'collection', count: items.length, items };
    }
    if (call === 'POST v1/payments/refund' && payments.has(id)) {
      return refund(id, Number(body.amount), String(request.headers['x-refund-idempotency']));
    }
    return 404;
  }

  const server = createServer(async (request, response) => {
    const result = await respond(request);
    const status = typeof result === 'number' ? result : 200;
    const content = typeof result === 'number' ? { error: { code: 'BAD_REQUEST_ERROR' } } : result;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    ...keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Pays an order as the shopper does in Razorpay's window. Returns the proof that the window hands to the page. */
    pay(orderId: string): PaymentProof {
      const order = orders.get(orderId);
      if (!order) throw new Error(`${orderId} is no order of this double`);
      const paymentId = `pay_${shortId()}`;
      const { amount } = order;
      payments.set(paymentId, { id: paymentId, order_id: orderId, amount, status: 'captured' });
      return { orderId, paymentId, signature: hmacOf(`${orderId}|${paymentId}`, keys.keySecret) };
    },
    /** Returns the webhook that reports a payment. */
    webhookOf(paymentId: string, event = 'payment.captured'): Webhook {
      const body = JSON.stringify({
        entity: 'event',
        event,
        contains: ['payment'],
        payload: { payment: { entity: payments.get(paymentId) } },
        created_at: Math.floor(Date.now() / 1000),
      });
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': shortId(),
          'x-razorpay-signature': hmacOf(body, keys.webhookSecret),
        },
      };
    },
    orders: () => [...orders.values()],
    payments: () => [...payments.values()],
    /** Paise given back, by payment id. */
    refunds: (): ReadonlyMap<string, number> => refunds,
    /** Makes every later request fail with this status; undefined ends that. */
    failWith: (status: number | undefined) => {
      failure = status;
    },
    /** Forgets all orders, payments and refunds. */
    forget: () => {
      for (const all of [orders, payments, refunds, refundKeys]) all.clear();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
