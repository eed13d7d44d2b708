import { dueRefunds, formatRupees, type OrderEvent } from '@patchwork/domain';
import type { ChangedOrder } from '../orders/change-order.ts';
import { lifeOf } from '../rows/order-row.ts';
import { counted, type Report } from './operator.ts';

const countedLines = ({ length }: readonly unknown[]): string => counted(length, 'line');

/** Describes an event as the end of a sentence that begins with the order's number. */
export function describeEvent(event: OrderEvent): string {
  switch (event.type) {
    case 'packed':
      return 'was packed';
    case 'delivered':
      return `was delivered${event.cash === undefined ? '' : `, and ${formatRupees(event.cash)} paid in cash`}`;
    case 'shipped':
      return `was shipped with ${event.carrier}${event.trackingUrl ? `, ${event.trackingUrl}` : ''}`;
    case 'cancelled':
      return `had ${countedLines(event.products)} cancelled: ${event.products.join(', ')}`;
    case 'returnAsked':
      return `had a return requested (${event.reason}): ${event.products.join(', ')}`;
    case 'returnAccepted':
      return `had ${countedLines(event.products)} returned: ${event.products.join(', ')}`;
    case 'returnDeclined':
      return `had a return declined (${event.reason}): ${event.products.join(', ')}`;
    case 'exchangeAsked':
      return `had an exchange for ${event.to.id} requested (${event.reason}): ${event.products.join(', ')}`;
    case 'exchangeWithdrawn':
      return `had an exchange withdrawn: ${event.products.join(', ')}`;
    case 'exchangeExpired':
      return `had an exchange ended, because it was not sent in time: ${event.products.join(', ')}`;
    case 'exchangeDeclined':
      return `had an exchange declined (${event.reason}): ${event.products.join(', ')}`;
    case 'exchangeSent':
      return `had an exchange sent with ${event.carrier}${event.trackingUrl ? `, ${event.trackingUrl}` : ''}: ${event.products.join(', ')}`;
    case 'exchanged':
      return `had ${countedLines(event.products)} exchanged${event.cash > 0 ? `, and ${formatRupees(event.cash)} paid in cash` : ''}: ${event.products.join(', ')}`;
    case 'refundGranted':
      return `had a refund granted (${event.reason}): ${event.products.join(', ')}`;
    case 'refunded':
      return `was refunded ${formatRupees(event.amount)}${event.reference === undefined ? '' : ` by ${event.reference}`}`;
  }
}

export function describeChange({ order, event }: ChangedOrder, isDryRun: boolean): Report {
  const { number } = order;
  const data = { number, status: order.status, event: event ?? null, dryRun: isDryRun };
  if (!event) return { sentence: `Nothing was changed: ${number} already is in that state`, data };
  const due = dueRefunds(lifeOf(order)).find(({ cause }) => cause === order.events.length - 1);
  const refund = due?.amount ?? 0;
  const sentence = `${number} ${describeEvent(event)}`;
  const payer = due?.byHand
    ? `Transfer ${formatRupees(refund)} to the shopper, then record it with orders paid-back`
    : `The server refunds ${formatRupees(refund)} within a minute`;
  const paid = refund > 0 ? `. ${payer}` : '';
  return {
    sentence: isDryRun ? `Dry run, nothing was changed: ${sentence}${paid}` : sentence + paid,
    data: { ...data, refund },
  };
}
