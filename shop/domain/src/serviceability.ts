import type { LineItem } from './cart.ts';

/** What the shop's table of PIN codes says about one of them. */
export interface PinCodeEntry {
  /** Calendar days from the day of the order to the delivery. */
  readonly days: number;
  /** Whether an order may be paid in cash on delivery. */
  readonly isCashOnDelivery: boolean;
}

/** Whether and when the shop delivers to a PIN code. */
export interface Serviceability {
  /** Six digits. */
  readonly pin: string;
  readonly isDeliverable: boolean;
  /** Calendar days from the day of the order to the delivery. Null: unknown, only the products' own times apply. */
  readonly days: number | null;
  readonly isCashOnDelivery: boolean;
}

/**
 * Returns what a shop says about a PIN code. `entry` is its row in the shop's table; undefined if the table lacks it,
 * which is then not delivered to; null if the shop has no table, and delivers everywhere.
 */
export const serviceabilityOf = (
  pin: string,
  entry: PinCodeEntry | undefined | null,
): Serviceability => ({
  pin,
  isDeliverable: entry !== undefined,
  days: entry?.days ?? null,
  isCashOnDelivery: entry?.isCashOnDelivery ?? false,
});

/** Returns the days until an order has arrived: those of its slowest product or of its PIN code, whichever are more. */
export const deliveryDays = (lines: readonly LineItem[], pinDays: number | null): number =>
  Math.max(pinDays ?? 0, ...lines.map(({ product }) => product.deliveryDays));
