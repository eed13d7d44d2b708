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
  /** The provider's name for the payment. */
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
    /** The provider's name for what is to be paid. */
    readonly orderId: string;
    /** The provider's public key, where the server knows it. */
    readonly keyId?: string;
  };
}
