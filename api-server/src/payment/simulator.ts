import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { simulatedPayments } from '../database/schema.ts';
import type { PaymentProof, PaymentProvider } from './provider.ts';
import { hmacOf, isHmacOf, paymentText } from './signature.ts';

/** A provider that pays nothing, with the interface of a real one. Its payments are in the database. */
export interface Simulator extends PaymentProvider {
  /** `within`: the transaction that asks. */
  findPayment: (orderId: string, within?: Database) => Promise<string | undefined>;
  /** Pays an order, as a provider's window does; the same order again has the same payment. */
  pay: (db: Database, orderId: string) => Promise<PaymentProof>;
}

export function createSimulator(db: Database, secret: string): Simulator {
  const findPayment = async (orderId: string, within = db): Promise<string | undefined> => {
    const [payment] = await within
      .select()
      .from(simulatedPayments)
      .where(eq(simulatedPayments.orderId, orderId));
    return payment?.paymentId;
  };
  return {
    name: 'simulator',
    createOrder: async ({ key }) => `order_${key}`,
    verify: async (proof) => isHmacOf(proof.signature, paymentText(proof), secret),
    findPayment,
    // Nothing was paid. The checkout says that it was given back.
    refund: async () => undefined,
    async pay(within, orderId) {
      await within
        .insert(simulatedPayments)
        .values({ orderId, paymentId: `sim_${randomUUID()}` })
        .onConflictDoNothing();
      const paymentId = await findPayment(orderId, within);
      if (paymentId === undefined) throw new Error(`No payment of ${orderId} could be stored`);
      const signature = hmacOf(paymentText({ orderId, paymentId }), secret);
      return { orderId, paymentId, signature };
    },
  };
}
