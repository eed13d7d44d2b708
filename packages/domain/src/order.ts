import type { Address } from './address.ts';
import type { LineItem } from './cart.ts';

interface Bought {
  readonly lines: readonly LineItem[];
  /** Whole rupees. */
  readonly total: number;
  readonly address: Address;
}

/** A purchase that is paid: its lines, its address and its payment. */
export interface Order extends Bought {
  /** The idempotency key of its payment: one payment makes one order. */
  readonly id: string;
  /** ISO, UTC. */
  readonly placedAt: string;
  /** The payment's id at the provider. */
  readonly paymentReference: string;
}

/** Time after which an open checkout closes by itself, unless it was paid. */
export const CHECKOUT_LIFETIME_MS = 15 * 60_000;

/** An order that is being paid: priced by the server, under a key that the client made. */
export interface Checkout extends Bought {
  /** The idempotency key, and the id of the order that it becomes. */
  readonly key: string;
  readonly status: 'open' | 'paid' | 'closed';
  /** ISO, UTC. */
  readonly openedAt: string;
  /** ISO, UTC. */
  readonly expiresAt: string;
  readonly payment: {
    readonly provider: 'simulator' | 'razorpay';
    /** The order's id at the provider. */
    readonly orderId: string;
    /** The provider's public key, if the server knows it. */
    readonly keyId?: string;
  };
}
