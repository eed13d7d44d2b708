import { endpoints, type WireBodyOf } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { dueRefunds, formatRupees, lineState, type OrderEvent } from '@patchwork/domain';
import type { Command } from 'commander';
import { changeAnyOrder, findAnyOrder, listOrders } from '../operator/orders.ts';
import type { ChangedOrder } from '../orders/change-order.ts';
import { lifeOf } from '../orders/order-row.ts';
import { CommandError } from './files.ts';
import {
  checkBody,
  checkPage,
  counted,
  found,
  listed,
  minuteOf,
  type Program,
  pageOptions,
  type Report,
  whoIs,
} from './operator.ts';

const countedLines = ({ length }: readonly unknown[]): string => counted(length, 'line');

/** Describes an event as the end of a sentence that begins with the order's number. */
function describeEvent(event: OrderEvent): string {
  switch (event.type) {
    case 'packed':
    case 'delivered':
      return `was ${event.type}`;
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
    case 'refundGranted':
      return `had a refund granted (${event.reason}): ${event.products.join(', ')}`;
    case 'refunded':
      return `was refunded ${formatRupees(event.amount)}`;
  }
}

function describeChange({ order, event }: ChangedOrder, isDryRun: boolean): Report {
  const { number } = order;
  const data = { number, status: order.status, event: event ?? null, dryRun: isDryRun };
  if (!event) return { sentence: `Nothing was changed: ${number} already is in that state`, data };
  const due = dueRefunds(lifeOf(order)).find(({ cause }) => cause === order.events.length - 1);
  const refund = due?.amount ?? 0;
  const sentence = `${number} ${describeEvent(event)}`;
  const paid = refund > 0 ? `. The server refunds ${formatRupees(refund)} within a minute` : '';
  return {
    sentence: isDryRun ? `Dry run, nothing was changed: ${sentence}${paid}` : sentence + paid,
    data: { ...data, refund },
  };
}

export function addOrderCommands({ program, add, run, readSettings }: Program): void {
  const orders = program.command('orders').description('the orders of all shoppers');

  pageOptions(add(orders, 'list', 'list orders, newest first'))
    .option(
      '--status <status>',
      'placed, packed, shipped, delivered, cancelled, refunded, or returnAsked for orders whose return awaits a decision',
    )
    .option('--search <text>', 'an order number, email or payment reference')
    .action(({ status, search, ...page }, command) =>
      run(command, async (db) => {
        const query = checkPage<Parameters<typeof listOrders>[2]>(
          endpoints.listAllOrders.query,
          page,
          { status, search },
        );
        const data = found(await listOrders(db, readSettings().returnDays, query));
        const lines = data.orders.map(
          ({ number, status, placedAt, total, shopper }) =>
            `${number.padEnd(12)}  ${status.padEnd(9)}  ${minuteOf(placedAt)}  ${formatRupees(total).padStart(9)}  ${shopper.email}`,
        );
        return { sentence: listed(lines, 'No order was found', data.nextCursor), data };
      }),
    );

  add(orders, 'show <order>', 'show an order, by its number or id').action(
    (reference, _options, command) =>
      run(command, async (db) => {
        const order = await findAnyOrder(db, readSettings().returnDays, reference);
        if (!order) throw new CommandError(refusals.orderUnknown.text);
        const { address, shopper } = order;
        const lines = order.lines.map(
          ({ _id, title, qty, price }) =>
            `  ${qty} × ${title} (${_id}), ${formatRupees(Number(price))} each: ${lineState(order, _id)}`,
        );
        const sentence = [
          `${order.number}, ${order.status}, ${formatRupees(order.total)}, paid by ${order.paymentReference}`,
          `${shopper.name}, ${shopper.email}`,
          `${address.name}, ${address.houseNumber} ${address.street}, ${address.city}, ${address.state} ${address.pinCode}, ${address.mobile}`,
          ...lines,
          `${minuteOf(order.placedAt)}: was placed`,
          ...order.events.map((event) => `${minuteOf(event.at)}: ${describeEvent(event)}`),
        ].join('\n');
        return { sentence, data: { order } };
      }),
  );

  const change = (command: Command, reference: string, action: object) =>
    run(command, async (db) => {
      const { dryRun = false } = command.opts();
      const checked = checkBody<WireBodyOf<'changeOrder'>>('changeOrder', { action });
      const who = await whoIs(db, readSettings());
      const changed = await changeAnyOrder(db, reference, checked.action, who, dryRun);
      if (!changed.ok) throw new CommandError(refusals[changed.error].text);
      return describeChange(changed.value, dryRun);
    });
  const dryRun = (command: Command) =>
    command.option('--dry-run', 'report what would happen without changing anything', false);
  const ofProducts = (usage: string, description: string) =>
    add(orders, usage, description).requiredOption(
      '--product <id...>',
      'a product of the order, for its whole line',
    );

  add(orders, 'pack <order>', 'mark an order as packed').action((order, _options, command) =>
    change(command, order, { type: 'pack' }),
  );
  add(orders, 'ship <order>', 'mark a packed order as shipped')
    .requiredOption('--carrier <name>', 'carrier')
    .option('--tracking <address>', 'tracking link for the shopper, https://…')
    .action((order, { carrier, tracking: trackingUrl }, command) =>
      change(command, order, { type: 'ship', carrier, trackingUrl }),
    );
  add(orders, 'deliver <order>', 'mark a shipped order as delivered').action(
    (order, _options, command) => change(command, order, { type: 'deliver' }),
  );
  dryRun(
    add(
      orders,
      'cancel <order>',
      'cancel an order that has not been shipped, or some of its lines',
    ),
  )
    .option('--product <id...>', 'only the lines of these products')
    .action((order, { product: products }, command) =>
      change(command, order, { type: 'cancel', products }),
    );
  dryRun(ofProducts('accept-return <order>', 'accept a requested return')).action(
    (order, { product: products }, command) =>
      change(command, order, { type: 'acceptReturn', products }),
  );
  ofProducts('decline-return <order>', 'decline a requested return')
    .requiredOption('--reason <text>', 'reason, shown to the shopper')
    .action((order, { product: products, reason }, command) =>
      change(command, order, { type: 'declineReturn', products, reason }),
    );
  dryRun(ofProducts('refund <order>', 'refund delivered lines without a return'))
    .requiredOption('--reason <text>', 'reason, shown to the shopper')
    .action((order, { product: products, reason }, command) =>
      change(command, order, { type: 'grantRefund', products, reason }),
    );
}
