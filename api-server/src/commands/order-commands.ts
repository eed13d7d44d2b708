import { endpoints, type WireBodyOf } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { findLineEvent, formatRupees, lineState } from '@patchwork/domain';
import type { Command } from 'commander';
import {
  changeAnyOrder,
  findAnyOrder,
  listOrders,
  type OperatorOrder,
} from '../operator/orders.ts';
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
  whoIs,
} from './operator.ts';
import {
  changeOrders,
  describeBatch,
  type OrderStep,
  packColumns,
  packSteps,
  shipColumns,
  shipSteps,
} from './order-batch.ts';
import { exportOrders, rangeOf } from './order-export.ts';
import { describeChange, describeEvent } from './order-report.ts';

const firstDay = 'first day, such as 2026-11-01, in India’s time';
/** Says how an order is paid. */
const describePayment = ({ cashOnDelivery, paymentReference }: OperatorOrder): string =>
  cashOnDelivery
    ? `in cash on delivery, with a fee of ${formatRupees(cashOnDelivery.fee)}`
    : `paid by ${paymentReference}`;

/** Says for what a line is or was to be exchanged; empty if no exchange was requested. */
function exchangeOf(order: OperatorOrder, productId: string): string {
  const to = findLineEvent(order, 'exchangeAsked', productId)?.to;
  return to ? `, exchange for ${to.id}, ${formatRupees(to.price)} each` : '';
}

const lastDay = 'last day, in India’s time';

export function addOrderCommands({ program, add, run, readSettings }: Program): void {
  const orders = program.command('orders').description('the orders of all shoppers');

  pageOptions(add(orders, 'list', 'list orders, newest first'))
    .option(
      '--status <status>',
      'placed, packed, shipped, delivered, cancelled, refunded, returnAsked for orders whose return awaits a decision, exchangeOpen for orders with an exchange to send or complete, or refundDue for orders with a refund that is not paid',
    )
    .option('--search <text>', 'an order number, email or payment reference')
    .option('--from <day>', firstDay)
    .option('--to <day>', lastDay)
    .action(({ status, search, from, to, ...page }, command) =>
      run(command, async (db) => {
        const query = checkPage<Parameters<typeof listOrders>[2]>(
          endpoints.listAllOrders.query,
          page,
          { status, search },
        );
        const range = rangeOf(from, to);
        const data = found(await listOrders(db, readSettings().returnDays, { ...query, ...range }));
        const lines = data.orders.map(
          ({ number, status, placedAt, total, shopper }) =>
            `${number.padEnd(12)}  ${status.padEnd(9)}  ${minuteOf(placedAt)}  ${formatRupees(total).padStart(9)}  ${shopper.email}`,
        );
        return { sentence: listed(lines, 'No order was found', data.nextCursor), data };
      }),
    );

  add(orders, 'export <file>', 'write the lines of orders to a .csv file, for bookkeeping')
    .option('--from <day>', firstDay)
    .option('--to <day>', lastDay)
    .action((file, { from, to }, command) =>
      run(command, async (db) => {
        const settings = readSettings();
        const range = rangeOf(from, to);
        const who = await whoIs(db, settings);
        const exported = await exportOrders(db, file, { ...range, who, settings });
        return {
          sentence: `${counted(exported, 'order')} written to ${file}`,
          data: { file, orders: exported },
        };
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
            `  ${qty} × ${title} (${_id}), ${formatRupees(Number(price))} each: ${lineState(order, _id)}${exchangeOf(order, _id)}`,
        );
        const sentence = [
          `${order.number}, ${order.status}, ${formatRupees(order.total)}, ${describePayment(order)}`,
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

  const changeEach = (command: Command, steps: () => Promise<readonly OrderStep[]>) =>
    run(command, async (db) => {
      const settings = readSettings();
      return describeBatch(await changeOrders(db, await steps(), await whoIs(db, settings)));
    });
  const ofMany = (usage: string, description: string, columns: string) =>
    add(orders, `${usage} [orders...]`, description).option(
      '--file <csv>',
      `orders in a .csv file with the columns ${columns}`,
    );

  ofMany('pack', 'mark orders as packed', packColumns.join(', ')).action(
    (references, { file }, command) => changeEach(command, () => packSteps(references, file)),
  );
  ofMany('ship', 'mark packed orders as shipped', shipColumns.join(', '))
    .option('--carrier <name>', 'carrier')
    .option('--tracking <address>', 'tracking link for the shopper, https://…')
    .action((references, options, command) =>
      changeEach(command, () => shipSteps(references, options)),
    );
  add(orders, 'deliver <order>', 'mark a shipped order as delivered').action(
    (order, _options, command) => change(command, order, { type: 'deliver' }),
  );
  dryRun(
    add(orders, 'refuse <order>', 'take back a parcel with cash on delivery, refused at the door'),
  ).action((order, _options, command) => change(command, order, { type: 'refuse' }));
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
  ofProducts('decline-exchange <order>', 'end a requested exchange, or one whose parcel came back')
    .requiredOption('--reason <text>', 'reason, shown to the shopper')
    .action((order, { product: products, reason }, command) =>
      change(command, order, { type: 'declineExchange', products, reason }),
    );
  ofProducts('send-exchange <order>', 'mark the pieces of an exchange as sent')
    .requiredOption('--carrier <name>', 'carrier')
    .option('--tracking <address>', 'tracking link for the shopper, https://…')
    .action((order, { product: products, carrier, tracking: trackingUrl }, command) =>
      change(command, order, { type: 'sendExchange', products, carrier, trackingUrl }),
    );
  dryRun(
    ofProducts(
      'complete-exchange <order>',
      'mark pieces as swapped, and the difference as collected',
    ),
  ).action((order, { product: products }, command) =>
    change(command, order, { type: 'completeExchange', products }),
  );
  dryRun(ofProducts('refund <order>', 'refund delivered lines without a return'))
    .requiredOption('--reason <text>', 'reason, shown to the shopper')
    .action((order, { product: products, reason }, command) =>
      change(command, order, { type: 'grantRefund', products, reason }),
    );
  ofProducts(
    'paid-back <order>',
    'record that you have refunded lines that were paid in cash, or partly so',
  )
    .requiredOption('--reference <text>', 'reference of the transfer, shown to the shopper')
    .action((order, { product: products, reference }, command) =>
      change(command, order, { type: 'recordRefund', products, reference }),
    );
}
