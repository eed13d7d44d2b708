import type { LineItem } from './cart.ts';

/** What the shop's table of PIN codes says about one of them. */
export interface PinCodeEntry {
  /** Calendar days from the day of the order to the delivery. */
  readonly days: number;
  /** Whether an order may be paid in cash on delivery. */
  readonly isCashOnDelivery: boolean;
}

/** Terms of cash on delivery, in whole rupees. */
export interface CashTerms {
  /** Maximum price of an order, without the fee. */
  readonly limit: number;
  readonly fee: number;
}

/** Whether and when the shop delivers to a PIN code, and how it can be paid. */
export interface Serviceability {
  /** Six digits. */
  readonly pin: string;
  readonly isDeliverable: boolean;
  /** Calendar days from the day of the order to the delivery. Null: unknown, only the products' own times apply. */
  readonly days: number | null;
  /** Whether an order up to the limit may be paid in cash on delivery. */
  readonly isCashOnDelivery: boolean;
  /** The shop's terms of cash on delivery, at any PIN code; null if it offers none. */
  readonly cashOnDelivery: CashTerms | null;
}

/**
 * Returns what a shop says about a PIN code. `entry` is its row in the shop's table; undefined if the table lacks it,
 * which is then not delivered to; null if the shop has no table, and delivers everywhere.
 */
export const serviceabilityOf = (
  pin: string,
  entry: PinCodeEntry | undefined | null,
  terms: CashTerms | undefined,
): Serviceability => ({
  pin,
  isDeliverable: entry !== undefined,
  days: entry?.days ?? null,
  isCashOnDelivery: terms !== undefined && entry?.isCashOnDelivery === true,
  cashOnDelivery: terms ?? null,
});

/** Reason why an order can't be paid in cash on delivery: a key of the API's refusals. */
export type CashFault = 'cashNotOffered' | 'cashOverLimit';

/** Returns why an order of this price, in whole rupees without the fee, can't be paid in cash; undefined if it can. */
export function cashFault(
  { isCashOnDelivery, cashOnDelivery: terms }: Serviceability,
  price: number,
): CashFault | undefined {
  if (!terms || !isCashOnDelivery) return 'cashNotOffered';
  return price > terms.limit ? 'cashOverLimit' : undefined;
}

/** Returns the days until an order has arrived: those of its slowest product or of its PIN code, whichever are more. */
export const deliveryDays = (lines: readonly LineItem[], pinDays: number): number =>
  Math.max(pinDays, ...lines.map(({ product }) => product.deliveryDays));
