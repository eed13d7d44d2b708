import type { Address } from './address.ts';
import type { LineItem } from './cart.ts';
import type { Product } from './product.ts';

interface Bought {
  readonly lines: readonly LineItem[];
  /** Whole rupees. */
  readonly total: number;
  readonly address: Address;
  /** Calendar days from the day of the order to the delivery; absent if the shop has no table of PIN codes. */
  readonly deliveryDays?: number;
  /** Present if the order is paid in cash on delivery. `fee` is in whole rupees, and a part of `total`. */
  readonly cashOnDelivery?: { readonly fee: number };
}

/** Piece for which a line is exchanged, as the catalogue had it at the request. `price` is in whole rupees. */
export type ExchangePiece = Pick<Product, 'id' | 'title' | 'image' | 'size' | 'colour' | 'price'>;

/** Something that happened to an order after it was placed. `products` are the product ids of whole lines. */
export type OrderEvent = {
  /** ISO, UTC. */
  readonly at: string;
} & (
  | { readonly type: 'packed' }
  /** `trackingUrl` is an https address at the carrier. */
  | { readonly type: 'shipped'; readonly carrier: string; readonly trackingUrl?: string }
  /** `cash` is the sum in rupees that was collected, for an order with cash on delivery. */
  | { readonly type: 'delivered'; readonly cash?: number }
  | { readonly type: 'cancelled'; readonly products: readonly string[] }
  | {
      readonly type: 'returnAsked';
      readonly products: readonly string[];
      readonly reason: string;
    }
  | { readonly type: 'returnAccepted'; readonly products: readonly string[] }
  | {
      readonly type: 'returnDeclined';
      readonly products: readonly string[];
      readonly reason: string;
    }
  /** The shopper wants another product of the same style; it is reserved. `until` (ISO, UTC) is the last time to send it. */
  | {
      readonly type: 'exchangeAsked';
      readonly products: readonly string[];
      readonly to: ExchangePiece;
      readonly reason: string;
      readonly until: string;
    }
  | { readonly type: 'exchangeWithdrawn'; readonly products: readonly string[] }
  /** The piece was not sent in time. */
  | { readonly type: 'exchangeExpired'; readonly products: readonly string[] }
  | {
      readonly type: 'exchangeDeclined';
      readonly products: readonly string[];
      readonly reason: string;
    }
  | {
      readonly type: 'exchangeSent';
      readonly products: readonly string[];
      readonly carrier: string;
      readonly trackingUrl?: string;
    }
  /** The pieces were swapped at the door. `cash` is the sum in rupees that was collected for dearer ones. */
  | { readonly type: 'exchanged'; readonly products: readonly string[]; readonly cash: number }
  /** The operator refunds delivered lines without a return. */
  | {
      readonly type: 'refundGranted';
      readonly products: readonly string[];
      readonly reason: string;
    }
  /**
   * The provider or, with a `reference` to the transfer, the operator has refunded `amount` rupees for the event at the
   * index `cause`.
   */
  | {
      readonly type: 'refunded';
      readonly cause: number;
      readonly amount: number;
      readonly reference?: string;
    }
);

/** Purchase that is paid, or to be paid on delivery: its lines, address and payment, and all later events. */
export interface Order extends Bought {
  /** Idempotency key of the payment: one payment creates one order. */
  readonly id: string;
  /** Order number. It is easy to read aloud and hard to guess: 'PW-7K3M-X9Q2'. */
  readonly number: string;
  /** ISO, UTC. */
  readonly placedAt: string;
  /** The payment's id at the provider; without a meaning if the order is paid on delivery. */
  readonly paymentReference: string;
  /** Events since the order was placed, oldest first. */
  readonly events: readonly OrderEvent[];
  /** Time until which a return can be requested (ISO, UTC); null before delivery. */
  readonly returnUntil: string | null;
}

/** Milliseconds after which an unpaid checkout closes by itself. */
export const CHECKOUT_LIFETIME_MS = 15 * 60_000;

/** A purchase that a shopper is paying for, at the price set by the server. It becomes an order once it is paid. */
export interface Checkout extends Bought {
  /** Idempotency key that the client generated. It becomes the order's id. */
  readonly key: string;
  readonly status: 'open' | 'paid' | 'closed';
  /** ISO, UTC. */
  readonly openedAt: string;
  /** ISO, UTC. */
  readonly expiresAt: string;
  readonly payment: {
    readonly provider: 'simulator' | 'razorpay' | 'cod';
    /** Id at the provider, which calls a checkout an order. */
    readonly orderId: string;
    /** The provider's public key, if the server knows it. */
    readonly keyId?: string;
  };
}

/** Crockford's base 32. It lacks I, L and O, which look like digits, and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Number of random bytes in an order number. Each yields one of 32 characters, so there are 40 random bits, too many to
 * guess.
 */
export const ORDER_NUMBER_BYTES = 8;

/** Formats 8 random bytes as an order number: 'PW-7K3M-X9Q2'. */
export function formatOrderNumber(random: Uint8Array): string {
  const letters = [...random].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `PW-${letters.slice(0, 4)}-${letters.slice(4, 8)}`;
}

export const isOrderNumber = (text: string): boolean =>
  /^PW-[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/.test(text);
