import {
  type Address,
  cashAtExchange,
  cashToCollect,
  dueRefunds,
  exchangeDifference,
  exchangedLine,
  type LineItem,
  lineNow,
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

/** What is told of an exchange. Amounts are in whole rupees, and 0 if the other pieces cost as much. */
type ExchangeMail =
  | {
      readonly step: 'asked';
      /** Last time to send the piece: ISO, UTC. */
      readonly until: string;
      /** Sum to pay when the pieces are swapped. */
      readonly cash: number;
      /** Sum that goes back after that. */
      readonly amount: number;
    }
  | { readonly step: 'declined'; readonly reason: string }
  | {
      readonly step: 'sent';
      readonly carrier: string;
      readonly trackingUrl?: string;
      readonly cash: number;
    }
  | {
      readonly step: 'done';
      readonly cash: number;
      readonly amount: number;
      /** Whether an operator transfers the amount. */
      readonly byHand: boolean;
    }
  | { readonly step: 'expired' };

/** Data of each kind of mail, with amounts in whole rupees. Must be JSON, because mails are stored in a database. */
interface MailData {
  readonly orderPlaced: AboutOrder & {
    readonly total: number;
    readonly address?: Address;
    /** Present if the order is paid in cash on delivery, with the fee that `total` includes. */
    readonly cashOnDelivery?: { readonly fee: number };
  };
  readonly orderShipped: AboutOrder & {
    readonly carrier: string;
    readonly trackingUrl?: string;
    readonly address?: Address;
    /** Sum to pay in cash on delivery. */
    readonly cash?: number;
  };
  readonly orderCancelled: AboutOrder & {
    /** Whether the whole order is cancelled. */
    readonly isWhole: boolean;
    /** Amount to be refunded; 0 if nothing was paid. */
    readonly amount: number;
    /** Whether the order was to be paid on delivery. */
    readonly isUnpaid?: boolean;
  };
  /** Data of the mail that says that `amount` was refunded for these lines; by a transfer with this reference, if any. */
  readonly orderRefunded: AboutOrder & { readonly amount: number; readonly reference?: string };
  /** Data of the mails about an exchange. `lines` are the other pieces. */
  readonly orderExchange: AboutOrder & ExchangeMail;
  readonly confirmEmail: { readonly token: string };
  readonly resetPassword: { readonly token: string };
  readonly passwordChanged: {
    /** Whether the email was not confirmed before, so that what had been entered was removed. */
    readonly isEmptied: boolean;
  };
  /** Asks an address whether it waits for a product. */
  readonly confirmStockAlert: StockAlert;
  readonly backInStock: StockAlert;
}

/**
 * A product that someone waits for, and the token of the mail's link. The declarations of the published packages refer to
 * this type.
 * @public
 */
export interface StockAlert {
  readonly productId: string;
  readonly title: string;
  readonly size: string;
  readonly token: string;
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
  confirmStockAlert: 24 * HOUR_MS,
} as const satisfies Partial<Record<MailKind, number>>;

/**
 * Milliseconds after a link was mailed during which no other of its kind is mailed to the same shopper. A stranger can
 * ask for links too.
 */
export const RESEND_AFTER_MS = 10 * 60_000;

const toMailLine = (line: LineItem): MailLine => ({
  title: line.product.title,
  size: line.product.size,
  quantity: line.quantity,
  total: lineTotal(line),
});

/** Order to write about, and whether its buyer has confirmed the email. */
interface MailedOrder extends OrderLife, Pick<Order, 'number' | 'address'> {
  readonly isEmailConfirmed: boolean;
}

/** Returns what is told of an exchange's event; undefined for what the shopper has done, except the request. */
function exchangeMail(order: OrderLife, event: OrderEvent): ExchangeMail | undefined {
  switch (event.type) {
    case 'exchangeAsked': {
      const cash = cashAtExchange(order, event.products);
      const amount = order.lines
        .filter(({ product }) => event.products.includes(product.id))
        .reduce((sum, line) => sum + Math.max(0, -exchangeDifference(order, line)), 0);
      return { step: 'asked', until: event.until, cash, amount };
    }
    case 'exchangeDeclined':
      return { step: 'declined', reason: event.reason };
    case 'exchangeSent': {
      const { carrier, trackingUrl } = event;
      const cash = cashAtExchange(order, event.products);
      return { step: 'sent', carrier, cash, ...(trackingUrl !== undefined && { trackingUrl }) };
    }
    case 'exchanged': {
      const cause = order.events.length - 1;
      const due = dueRefunds(order).find((refund) => refund.cause === cause);
      return {
        ...{ step: 'done', cash: event.cash },
        ...{ amount: due?.amount ?? 0, byHand: due?.byHand ?? false },
      };
    }
    case 'exchangeExpired':
      return { step: 'expired' };
    default:
      return undefined;
  }
}

/** Returns the lines that were refunded, with what was paid back: for an exchange, only the difference. */
const refundedLines = (order: OrderLife, cause: OrderEvent | undefined): MailLine[] =>
  order.lines
    .filter(({ product }) => cause && 'products' in cause && cause.products.includes(product.id))
    .flatMap((line) => {
      const now = toMailLine(lineNow(order, line));
      if (cause?.type !== 'exchanged') return now;
      const total = -exchangeDifference(order, line);
      return total > 0 ? { ...now, total } : [];
    });

/**
 * Returns the mail about an event of an order or, without an event, about the placed order; undefined if no mail is
 * sent about the event. To an email that isn't confirmed, the mail leaves out the address, the only words of the buyer:
 * anyone can buy with someone else's email.
 */
export function mailAbout(order: MailedOrder, event?: OrderEvent): Mail | undefined {
  const { number, lines, total, events, cashOnDelivery } = order;
  const delivery = order.isEmailConfirmed ? { address: order.address } : {};
  const of = (products: readonly string[]) =>
    lines.filter(({ product }) => products.includes(product.id));
  switch (event?.type) {
    case undefined:
      return {
        kind: 'orderPlaced',
        data: {
          ...{ number, lines: lines.map(toMailLine), total, ...delivery },
          ...(cashOnDelivery && { cashOnDelivery }),
        },
      };
    case 'shipped': {
      const { carrier, trackingUrl } = event;
      const sent = lines.filter(({ product }) => lineState(order, product.id) !== 'cancelled');
      return {
        kind: 'orderShipped',
        data: {
          ...{ number, lines: sent.map(toMailLine), carrier, ...delivery },
          ...(trackingUrl !== undefined && { trackingUrl }),
          ...(cashOnDelivery && { cash: cashToCollect(order) }),
        },
      };
    }
    case 'cancelled': {
      const cancelled = of(event.products).map(toMailLine);
      const price = cancelled.reduce((sum, line) => sum + line.total, 0);
      const isWhole = orderStatus(order) === 'cancelled';
      const sums = cashOnDelivery ? { amount: 0, isUnpaid: true } : { amount: price };
      return { kind: 'orderCancelled', data: { number, lines: cancelled, isWhole, ...sums } };
    }
    case 'refunded': {
      const paidBack = refundedLines(order, events[event.cause]);
      const { amount, reference } = event;
      return {
        kind: 'orderRefunded',
        data: { number, lines: paidBack, amount, ...(reference !== undefined && { reference }) },
      };
    }
    default: {
      const told = event && exchangeMail(order, event);
      if (!told || !('products' in event)) return undefined;
      const pieces = of(event.products).map((line) => toMailLine(exchangedLine(order, line)));
      return { kind: 'orderExchange', data: { number, lines: pieces, ...told } };
    }
  }
}
