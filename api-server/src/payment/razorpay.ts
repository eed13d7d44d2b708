import * as v from 'valibot';
import type { RazorpayAccount } from '../settings.ts';
import { isHmacOf, type PaymentProvider, ProviderError, paymentText } from './provider.ts';

/*
 * Client for the part of Razorpay's API that is used here: https://razorpay.com/docs/api/orders/ and
 * https://razorpay.com/docs/api/refunds/
 */

const TIMEOUT_MS = 10_000;

const orderSchema = v.object({ id: v.pipe(v.string(), v.nonEmpty()), amount: v.number() });

const paymentSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  status: v.string(),
  amount: v.number(),
});
const paymentsSchema = v.object({ items: v.array(paymentSchema) });

/**
 * Whether a payment counts as paid. An authorized payment does, because the account captures payments automatically.
 */
const isPaid = ({ status }: v.InferOutput<typeof paymentSchema>): boolean =>
  status === 'captured' || status === 'authorized';

/** Error for status 400, Razorpay's answer to an id that the account does not have. */
class RequestRefused extends ProviderError {}

interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function createClient({ keyId, keySecret, apiUrl }: RazorpayAccount) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  return async <T>(
    { method, path, body, headers }: Question,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<T> => {
    const send = () =>
      fetch(new URL(path, apiUrl), {
        method,
        redirect: 'error',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    let isRefused = false;
    try {
      // Razorpay may close a kept-alive connection just as it is used. Retrying is safe, because all requests are
      // idempotent.
      const response = await send().catch((cause) => {
        if (cause instanceof TypeError) return send();
        throw cause;
      });
      isRefused = response.status === 400;
      if (!response.ok) throw new Error(`status ${response.status}`);
      return v.parse(schema, await response.json());
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const Failure = isRefused ? RequestRefused : ProviderError;
      throw new Failure(`Razorpay, ${method} ${path}: ${reason}`, { cause });
    }
  };
}

const idIn = encodeURIComponent;

/** Creates the provider that pays through Razorpay. Requests for orders and refunds are idempotent. */
export function createRazorpay(keys: RazorpayAccount): PaymentProvider {
  const ask = createClient(keys);
  return {
    name: 'razorpay',
    keyId: keys.keyId,

    async createOrder({ key, amountPaise }) {
      const body = {
        amount: amountPaise,
        currency: 'INR',
        receipt: key,
        // For a known receipt, Razorpay returns the existing order.
        unique_receipt: true,
        notes: { idempotency_key: key },
      };
      const order = await ask({ method: 'POST', path: '/v1/orders', body }, orderSchema);
      if (order.amount === amountPaise) return order.id;
      throw new ProviderError(`Razorpay made ${order.id} with another amount for ${key}`);
    },

    verify: async (proof) => isHmacOf(proof.signature, paymentText(proof), keys.keySecret),

    async findPayment(orderId) {
      const path = `/v1/orders/${idIn(orderId)}/payments`;
      try {
        const { items } = await ask({ method: 'GET', path }, paymentsSchema);
        // Prefers the captured payment: Razorpay captures only one of an order's payments.
        const payment = items.find(({ status }) => status === 'captured') ?? items.find(isPaid);
        return payment ? { kind: 'paid', paymentId: payment.id } : { kind: 'unpaid' };
      } catch (error) {
        if (error instanceof RequestRefused) return { kind: 'unknown' };
        throw error;
      }
    },

    async refund({ paymentId, amountPaise, key }) {
      await ask(
        {
          method: 'POST',
          path: `/v1/payments/${idIn(paymentId)}/refund`,
          body: { amount: amountPaise },
          headers: { 'x-refund-idempotency': key },
        },
        v.object({ id: v.string() }),
      );
    },
  };
}
