import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hmacOf, type PaymentProof } from '../payment/provider.ts';

/*
 * Test double of Razorpay's HTTP API, written from its documentation: orders with unique receipts, payments of an
 * order, refunds with idempotency keys, signed webhooks.
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
  readonly amount_refunded: number;
  /**
   * Payment's status: 'created' for the minutes in which a UPI payment waits for the shopper to approve it in their app;
   * 'refunded' only after a full refund.
   */
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
}

interface DoubleRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
}

/** Webhook request: the exact body and its headers. */
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

/** Starts the double on a free local port. */
export async function openRazorpayDouble() {
  const keys = { keyId: 'rzp_test_double', keySecret: 'key-secret', webhookSecret: 'hook-secret' };
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;
  const orders = new Map<string, DoubleOrder>();
  const payments = new Map<string, DoublePayment>();
  /** Refunds by idempotency key. */
  const refunds = new Map<string, DoubleRefund>();
  let failure: number | undefined;
  let losesAnswers = false;

  function createOrder(body: Record<string, unknown>): object {
    const { amount, receipt } = body as { amount: number; receipt: string };
    const known = [...orders.values()].find((order) => order.receipt === receipt);
    if (known && body.unique_receipt === true) return known;
    const order = { id: `order_${shortId()}`, entity: 'order', amount, receipt };
    orders.set(order.id, order);
    return order;
  }

  /** Refunds all or part of a payment, but not more than is left of it. */
  function refund(payment: DoublePayment, amount: number, key: string): object | number {
    const known = refunds.get(key);
    if (known) return known.payment_id === payment.id && known.amount === amount ? known : 400;
    const refunded = payment.amount_refunded + amount;
    if (!/^[\w-]{10,}$/.test(key) || amount < 100 || refunded > payment.amount) return 400;
    const status = refunded === payment.amount ? 'refunded' : 'captured';
    payments.set(payment.id, { ...payment, amount_refunded: refunded, status });
    const made = { id: `rfnd_${shortId()}`, entity: 'refund', payment_id: payment.id, amount };
    refunds.set(key, made);
    return made;
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
    const payment = payments.get(id);
    if (call === 'POST v1/payments/refund' && payment) {
      return refund(payment, Number(body.amount), String(request.headers['x-refund-idempotency']));
    }
    return 404;
  }

  const server = createServer(async (request, response) => {
    const result = await respond(request);
    if (losesAnswers) return response.destroy();
    const status = typeof result === 'number' ? result : 200;
    const content = typeof result === 'number' ? { error: { code: 'BAD_REQUEST_ERROR' } } : result;
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    ...keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Pays an order like a shopper in Razorpay's window. Returns the proof that the window gives to the page. */
    pay(orderId: string, status: DoublePayment['status'] = 'captured'): PaymentProof {
      const order = orders.get(orderId);
      if (!order) throw new Error(`${orderId} is no order of this double`);
      const paymentId = `pay_${shortId()}`;
      const { amount } = order;
      const payment = { id: paymentId, order_id: orderId, amount, amount_refunded: 0 };
      payments.set(paymentId, { ...payment, status });
      return { orderId, paymentId, signature: hmacOf(`${orderId}|${paymentId}`, keys.keySecret) };
    },
    /** Ends the wait for a pending payment: the shopper has approved it, or has refused or forgotten it. */
    settle(paymentId: string, status: 'captured' | 'failed'): void {
      const payment = payments.get(paymentId);
      if (payment?.status !== 'created') throw new Error(`${paymentId} is not pending`);
      payments.set(paymentId, { ...payment, status });
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
    /** Refunded amount of a payment, in paise. */
    refunded: (paymentId: string): number => payments.get(paymentId)?.amount_refunded ?? 0,
    /** Makes all further requests fail with this status, until called with undefined. */
    failWith: (status: number | undefined) => {
      failure = status;
    },
    /** Drops the connection after each further request has taken effect, until called with `false`. */
    loseAnswers: (loses = true) => {
      losesAnswers = loses;
    },
    forget: () => {
      for (const all of [orders, payments, refunds]) all.clear();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
