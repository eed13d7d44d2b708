import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { simulatedPayments } from '../database/schema.ts';
import type { PaymentProof, PaymentProvider } from './provider.ts';
import { hmacOf, isHmacOf, paymentText } from './provider.ts';

/** Payment provider that works like a real one but takes no money. Its payments are stored in the database. */
export interface Simulator extends PaymentProvider {
  /** Whether an order was paid, as seen by the transaction. */
  isPaid: (transaction: Database, orderId: string) => Promise<boolean>;
  /** Pays an order as a provider's window would. Idempotent by order. */
  pay: (db: Database, orderId: string) => Promise<PaymentProof>;
}

async function readPayment(db: Database, orderId: string): Promise<string | undefined> {
  const [payment] = await db
    .select()
    .from(simulatedPayments)
    .where(eq(simulatedPayments.orderId, orderId));
  return payment?.paymentId;
}

export function createSimulator(db: Database, secret: string): Simulator {
  return {
    name: 'simulator',
    createOrder: async ({ key }) => `order_${key}`,
    verify: async (proof) => isHmacOf(proof.signature, paymentText(proof), secret),
    async findPayment(orderId) {
      const paymentId = await readPayment(db, orderId);
      return paymentId === undefined ? { kind: 'unpaid' } : { kind: 'paid', paymentId };
    },
    // There is no money to refund. The checkout still records the refund.
    refund: async () => undefined,
    isPaid: async (transaction, orderId) => (await readPayment(transaction, orderId)) !== undefined,
    async pay(within, orderId) {
      const [payment] = await within
        .insert(simulatedPayments)
        .values({ orderId, paymentId: `sim_${randomUUID()}` })
        .onConflictDoNothing()
        .returning();
      const paymentId = payment?.paymentId ?? (await readPayment(within, orderId));
      if (paymentId === undefined) throw new Error(`No payment of ${orderId} could be stored`);
      const signature = hmacOf(paymentText({ orderId, paymentId }), secret);
      return { orderId, paymentId, signature };
    },
  };
}
