import {
  type Address,
  type LineItem,
  lineState,
  lineTotal,
  type Order,
  type OrderEvent,
  type OrderLife,
  orderStatus,
} from '@patchwork/domain';

/** Line of an order. `total` is in whole rupees. */
export interface MailLine {
  readonly title: string;
  readonly size: string;
  readonly quantity: number;
  readonly total: number;
}

/**
 * Fields of every mail about an order. The declarations of the published packages refer to this type.
 * @public
 */
export interface AboutOrder {
  readonly number: string;
  readonly lines: readonly MailLine[];
}

/** Data of each kind of mail, with amounts in whole rupees. Must be JSON, because mails are stored in a database. */
interface MailData {
  readonly orderPlaced: AboutOrder & { readonly total: number; readonly address: Address };
  readonly orderShipped: AboutOrder & {
    readonly carrier: string;
    readonly trackingUrl?: string;
    readonly address: Address;
  };
  readonly orderCancelled: AboutOrder & {
    /** Whether the whole order is cancelled. */
    readonly isWhole: boolean;
    /** Amount to be refunded. */
    readonly amount: number;
  };
  /** Data of the mail that says that `amount` was refunded for these lines. */
  readonly orderRefunded: AboutOrder & { readonly amount: number };
  readonly confirmEmail: { readonly token: string };
  readonly resetPassword: { readonly token: string };
}

export type MailKind = keyof MailData;

/** A mail before rendering: the kind of template and its data. */
export type Mail = {
  [K in MailKind]: { readonly kind: K; readonly data: MailData[K] };
}[MailKind];

const HOUR_MS = 3_600_000;

/** Milliseconds for which the links in mails are valid. The mails' texts mention these times. */
export const LINK_LIFETIME_MS = {
  resetPassword: HOUR_MS,
  confirmEmail: 7 * 24 * HOUR_MS,
} as const satisfies Partial<Record<MailKind, number>>;

const toMailLine = (line: LineItem): MailLine => ({
  title: line.product.title,
  size: line.product.size,
  quantity: line.quantity,
  total: lineTotal(line),
});

/**
 * Returns the mail about an event of an order or, without an event, about the placed order; undefined if no mail is
 * sent about the event.
 */
export function mailAbout(
  order: OrderLife & Pick<Order, 'number' | 'address'>,
  event?: OrderEvent,
): Mail | undefined {
  const { number, address, lines, total, events } = order;
  const of = (products: readonly string[]) =>
    lines.filter(({ product }) => products.includes(product.id));
  switch (event?.type) {
    case undefined:
      return {
        kind: 'orderPlaced',
        data: { number, lines: lines.map(toMailLine), total, address },
      };
    case 'shipped': {
      const { carrier, trackingUrl } = event;
      const sent = lines.filter(({ product }) => lineState(order, product.id) !== 'cancelled');
      return {
        kind: 'orderShipped',
        data: {
          ...{ number, lines: sent.map(toMailLine), carrier, address },
          ...(trackingUrl !== undefined && { trackingUrl }),
        },
      };
    }
    case 'cancelled': {
      const cancelled = of(event.products).map(toMailLine);
      const amount = cancelled.reduce((sum, line) => sum + line.total, 0);
      const isWhole = orderStatus(order) === 'cancelled';
      return { kind: 'orderCancelled', data: { number, lines: cancelled, isWhole, amount } };
    }
    case 'refunded': {
      const cause = events[event.cause];
      const paidBack = cause && 'products' in cause ? of(cause.products).map(toMailLine) : [];
      return { kind: 'orderRefunded', data: { number, lines: paidBack, amount: event.amount } };
    }
    default:
      return undefined;
  }
}
