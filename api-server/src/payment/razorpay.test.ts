import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRazorpayDouble, type RazorpayDouble } from '../testing/razorpay-double.ts';
import { type PaymentProvider, ProviderError } from './provider.ts';
import { createRazorpay } from './razorpay.ts';

let double: RazorpayDouble;
let razorpay: PaymentProvider;

beforeAll(async () => {
  double = await openRazorpayDouble();
  razorpay = createRazorpay({ ...double, apiUrl: double.url });
});
beforeEach(() => double.failWith(undefined));
afterAll(() => double.stop());

const order = () => ({ key: randomUUID(), amountPaise: 249_900 });

describe('an order', () => {
  test('is created in paise, with the checkout’s key as its receipt; a second request returns the same order', async () => {
    const wanted = order();
    const id = await razorpay.createOrder(wanted);
    const made = { id, amount: 249_900, receipt: wanted.key };
    expect(double.orders()).toContainEqual(expect.objectContaining(made));
    expect(await razorpay.createOrder(wanted)).toBe(id);
    const other = { ...wanted, amountPaise: 100 };
    await expect(razorpay.createOrder(other)).rejects.toThrow('another amount');
  });

  test('is created even if the provider has closed the kept-alive connection', async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 2) return request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ id: 'order_x', amount: 249_900 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const kept = createRazorpay({ ...double, apiUrl: `http://127.0.0.1:${port}` });
    await kept.createOrder(order());
    expect(await kept.createOrder(order())).toBe('order_x');
    expect(requests).toBe(3);
    server.close();
    server.closeAllConnections();
  });

  test('is not created with a wrong key', async () => {
    const stranger = createRazorpay({ ...double, apiUrl: double.url, keySecret: 'wrong' });
    await expect(stranger.createOrder(order())).rejects.toThrow(ProviderError);
  });
});

test('a redirect is not followed, so that no other server receives the request', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const redirected = createRazorpay({ ...double, apiUrl: `http://127.0.0.1:${port}` });
  await expect(redirected.createOrder(order())).rejects.toThrow(ProviderError);
  server.close();
  expect(asked).not.toContain('/elsewhere');
});

describe('a payment', () => {
  test('is verified by its signature, which is valid for one order only', async () => {
    const proof = double.pay(await razorpay.createOrder(order()));
    expect(await razorpay.verify(proof)).toBe(true);
    const other = await razorpay.createOrder(order());
    expect(await razorpay.verify({ ...proof, orderId: other })).toBe(false);
    expect(await razorpay.verify({ ...proof, paymentId: 'pay_forged' })).toBe(false);
    for (const signature of ['', 'x', `${proof.signature}0`, proof.signature.slice(1)]) {
      expect(await razorpay.verify({ ...proof, signature })).toBe(false);
    }
  });

  test('is found by its order’s id', async () => {
    const id = await razorpay.createOrder(order());
    expect(await razorpay.findPayment(id)).toEqual({ kind: 'unpaid' });
    const { paymentId } = double.pay(id);
    expect(await razorpay.findPayment(id)).toEqual({ kind: 'paid', paymentId });
  });

  test('that was captured is found before others of its order', async () => {
    const id = await razorpay.createOrder(order());
    const authorized = double.pay(id, 'authorized');
    expect(await razorpay.findPayment(id)).toMatchObject({ paymentId: authorized.paymentId });
    const { paymentId } = double.pay(id);
    expect(await razorpay.findPayment(id)).toEqual({ kind: 'paid', paymentId });
  });

  test('that waits in the shopper’s UPI app is unpaid until it is approved', async () => {
    const [approved, refused] = [
      await razorpay.createOrder(order()),
      await razorpay.createOrder(order()),
    ];
    const { paymentId } = double.pay(approved, 'created');
    const other = double.pay(refused, 'created');
    expect(await razorpay.findPayment(approved)).toEqual({ kind: 'unpaid' });
    double.settle(paymentId, 'captured');
    double.settle(other.paymentId, 'failed');
    expect(await razorpay.findPayment(approved)).toEqual({ kind: 'paid', paymentId });
    expect(await razorpay.findPayment(refused)).toEqual({ kind: 'unpaid' });
  });

  test('of an unknown order is unknown', async () => {
    expect(await razorpay.findPayment('order_of_another')).toEqual({ kind: 'unknown' });
  });

  test('is refunded in parts, each once even if requested twice, and never beyond what was paid', async () => {
    const { orderId, paymentId } = double.pay(await razorpay.createOrder(order()));
    const part = { paymentId, amountPaise: 100_000, key: randomUUID() };
    for (const refund of [part, part]) await razorpay.refund(refund);
    expect(double.refunded(paymentId)).toBe(100_000);
    expect(await razorpay.findPayment(orderId)).toEqual({ kind: 'paid', paymentId });
    const tooMuch = { ...part, amountPaise: 150_000, key: randomUUID() };
    await expect(razorpay.refund(tooMuch)).rejects.toThrow(ProviderError);
    await razorpay.refund({ ...part, amountPaise: 149_900, key: randomUUID() });
    expect(double.refunded(paymentId)).toBe(249_900);
    expect(await razorpay.findPayment(orderId)).toEqual({ kind: 'unpaid' });
  });

  test('is not refunded twice if the response to a refund was lost', async () => {
    const { paymentId } = double.pay(await razorpay.createOrder(order()));
    const refund = { paymentId, amountPaise: 100_000, key: randomUUID() };
    double.loseAnswers();
    await expect(razorpay.refund(refund)).rejects.toThrow(ProviderError);
    double.loseAnswers(false);
    await razorpay.refund(refund);
    expect(double.refunded(paymentId)).toBe(100_000);
  });
});

test.each([500, 404, 429])('a response with status %i causes a ProviderError', async (status) => {
  double.failWith(status);
  await expect(razorpay.findPayment('order_x')).rejects.toThrow(`status ${status}`);
  await expect(razorpay.createOrder(order())).rejects.toThrow(ProviderError);
});

test('an unreachable provider causes a ProviderError', async () => {
  const lost = createRazorpay({ ...double, apiUrl: 'http://127.0.0.1:1' });
  await expect(lost.findPayment('order_x')).rejects.toThrow(ProviderError);
});
