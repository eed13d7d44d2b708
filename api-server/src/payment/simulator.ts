import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { buildOnce, type Database } from '../database/database.ts';
import { now } from '../database/expressions.ts';
import { checkouts, simulatedPayments } from '../database/schema.ts';
import { isOpenSql } from '../rows/checkout-row.ts';
import type { PaymentProof, PaymentProvider } from './provider.ts';
import { hmacOf, isHmacOf, paymentText } from './provider.ts';

/** Payment provider that works like a real one but takes no money. Its payments are stored in the database. */
export interface Simulator extends PaymentProvider {
  /** Tries to pay the order of a shopper's checkout, as a provider's window would. Idempotent by order. */
  pay: (attempt: {
    readonly shopperId: string;
    readonly orderId: string;
    readonly isDeclined: boolean;
  }) => Promise<PaymentProof | 'unknown' | 'declined' | 'closed'>;
}

/**
 * Stores the payment of an open checkout, and returns it; null if it isn't stored now. Returns no row if there is no such
 * checkout, which is locked, so that it can't be paid and closed at the same time.
 */
const paymentStatement = buildOnce((db) => {
  const [orderId, shopperId] = [sql.placeholder('orderId'), sql.placeholder('shopperId')];
  const isThis = and(eq(checkouts.providerOrderId, orderId), eq(checkouts.shopperId, shopperId));
  const checkout = db.$with('checkout').as(
    db
      .select({ isOpen: isOpenSql.as('is_open') })
      .from(checkouts)
      .where(and(isThis, eq(checkouts.provider, 'simulator')))
      .for('update'),
  );
  const paid = db.$with('paid').as(
    db
      .insert(simulatedPayments)
      .select(
        db
          .select({
            orderId: sql`${orderId}::text`.as('order_id'),
            paymentId: sql`${sql.placeholder('paymentId')}::text`.as('payment_id'),
            paidAt: sql`${now}`.as('paid_at'),
          })
          .from(checkout)
          .where(sql`${checkout.isOpen} and not ${sql.placeholder('isDeclined')}::boolean`),
      )
      .onConflictDoNothing()
      .returning({ paymentId: simulatedPayments.paymentId }),
  );
  return db
    .with(checkout, paid)
    .select({ paymentId: sql<string | null>`(select payment_id from ${paid})` })
    .from(checkout)
    .prepare('storePayment');
});

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
    async pay(attempt) {
      const { orderId, isDeclined } = attempt;
      const values = { ...attempt, paymentId: `sim_${randomUUID()}` };
      const [checkout] = await paymentStatement(db).execute(values);
      if (!checkout) return 'unknown';
      if (isDeclined) return 'declined';
      const paymentId = checkout.paymentId ?? (await readPayment(db, orderId));
      if (paymentId === undefined) return 'closed';
      const signature = hmacOf(paymentText({ orderId, paymentId }), secret);
      return { orderId, paymentId, signature };
    },
  };
}
