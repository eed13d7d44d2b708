import type { WireOrder } from '@patchwork/api/wire';
import {
  decide,
  exchangeDeadline,
  findLineEvent,
  lineState,
  type Order,
  type OrderAction,
} from '@patchwork/domain';
import type { MockSettings } from '../control/control.ts';
import type { MockTables } from '../data/rows.ts';
import { act } from './orders.ts';
import { decodeOrder } from './stored-orders.ts';

/* Simulated warehouse, which packs, ships, delivers and exchanges over time. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const CARRIER = 'Patchwork Parcels';

/** Maximum delivery time, so that its end is a valid date. The mock's clock can't go further either. */
const MAX_DELIVERY_DAYS = 3650;

type Settings = Pick<MockSettings, 'isWarehouseByHand'>;

interface Step {
  readonly action: OrderAction;
  readonly at: Date;
}

/**
 * Returns when an order is packed, shipped and delivered. Delivery takes as many days as were promised,
 * but at least two and at most `MAX_DELIVERY_DAYS`.
 */
function planOf({ number, placedAt, lines, deliveryDays = 0 }: WireOrder): readonly Step[] {
  const slowest = Math.max(
    2,
    deliveryDays,
    ...lines.map(({ delivery_time }) => Number(delivery_time)),
  );
  const days = Math.min(slowest, MAX_DELIVERY_DAYS);
  const after = (milliseconds: number) => new Date(Date.parse(placedAt) + milliseconds);
  const trackingUrl = `https://parcels.patchwork.example/${number}`;
  return [
    { action: { type: 'pack' }, at: after(2 * HOUR_MS) },
    { action: { type: 'ship', carrier: CARRIER, trackingUrl }, at: after(DAY_MS) },
    { action: { type: 'deliver' }, at: after(days * DAY_MS) },
  ];
}

/** Returns when the pieces of a line's exchange are sent and swapped: a day after the request, and two days later. */
function exchangePlan(order: Order, productId: string): readonly Step[] {
  const products = [productId];
  const after = (type: 'exchangeAsked' | 'exchangeSent', days: number) =>
    new Date(Date.parse(findLineEvent(order, type, productId)?.at ?? '') + days * DAY_MS);
  const trackingUrl = `https://parcels.patchwork.example/${order.number}-exchange`;
  switch (lineState(order, productId)) {
    case 'exchangeAsked': {
      const action = { type: 'sendExchange', products, carrier: CARRIER, trackingUrl } as const;
      return [{ action, at: after('exchangeAsked', 1) }];
    }
    case 'exchangeSent':
      return [{ action: { type: 'completeExchange', products }, at: after('exchangeSent', 2) }];
    default:
      return [];
  }
}

/** Returns when the exchanges of an order that are not sent end. */
function expiryOf(order: Order): readonly Step[] {
  const until = exchangeDeadline(order);
  return until === undefined ? [] : [{ action: { type: 'expireExchange' }, at: new Date(until) }];
}

/** Returns the next step for an order, by the warehouse or because a time is over; undefined if there is none. */
function nextStep(row: WireOrder, { isWarehouseByHand }: Settings): Step | undefined {
  const order = decodeOrder(row);
  const byWarehouse = isWarehouseByHand
    ? []
    : [...planOf(row), ...order.lines.flatMap(({ product }) => exchangePlan(order, product.id))];
  return (
    [...byWarehouse, ...expiryOf(order)]
      // Leaves out steps that an operator has taken already, or that a cancellation rules out.
      .filter(({ action, at }) => {
        const decision = decide(order, action, at.toISOString());
        return decision.ok && decision.value;
      })
      .sort((one, other) => one.at.getTime() - other.at.getTime())[0]
  );
}

/** Returns the tables at the time `now`; `tables` itself if nothing was due. */
export function passTime(tables: MockTables, now: Date, settings: Settings): MockTables {
  let changed = tables;
  for (const { _id: userId, orders } of tables.users) {
    for (const row of orders) {
      let order = row;
      for (;;) {
        const step = nextStep(order, settings);
        const user = changed.users.find(({ _id }) => _id === userId);
        if (!step || step.at > now || !user) break;
        const acted = act({ tables: changed, user, order }, step.action, step.at);
        if (!acted.ok) break;
        ({ tables: changed, order } = acted.value);
      }
    }
  }
  return changed;
}

/** Returns the time of the warehouse's next step; undefined if there is none. */
export function nextDue({ users }: MockTables, settings: Settings): Date | undefined {
  const times = users.flatMap(({ orders }) =>
    orders.flatMap((order) => nextStep(order, settings)?.at ?? []),
  );
  return times.sort((one, other) => one.getTime() - other.getTime())[0];
}
