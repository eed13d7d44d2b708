import { createHash } from 'node:crypto';
import { encodeAddress, encodeLine } from '@patchwork/api/wire';
import { anAddress, aProduct } from '@patchwork/domain/testing';
import { pino } from 'pino';
import type { Database } from '../database/database.ts';
import { orderHandlers } from '../handlers/orders.ts';
import { deleteOldMails, deliverMails } from '../mail/outbox.ts';
import { listMails, mailStatuses } from '../operator/mails.ts';
import { findAnyOrder, listOrders, type OrderSearch } from '../operator/orders.ts';
import { listShoppers } from '../operator/shoppers.ts';
import { expireExchanges } from '../orders/exchanges.ts';
import { payDueRefunds } from '../orders/refunds.ts';
import { createSimulator } from '../payment/simulator.ts';
import { listChanges } from '../rows/audit.ts';
import { fillSearchKeys } from '../rows/search-keys.ts';

/** Number of newest orders whose refunds are not paid yet. */
const UNPAID_ORDERS = 500;

/** Number of newest orders whose mails are not sent yet. */
const UNSENT_ORDERS = 20;

/** Number of days that all orders span. Sent mails are kept for MAIL_DAYS. */
const DAYS = 365;
const MAIL_DAYS = 30;

const shopperIdOf = (n: string): string => `md5('shopper ' || ${n})::uuid`;

const json = (value: object): string => `'${JSON.stringify(value)}'::jsonb`;

const addShoppers = (count: number): string => `
  insert into shoppers (id, email, email_key, name, first_name, last_name, profile, password_hash, created_at,
    name_key, email_search_key)
  select ${shopperIdOf('n')}, n || '@patchwork.example', n || '@patchwork.example', first_name || ' Das', first_name,
    'Das', '{}', '', now() - ${count + 1} * interval '1 second' + n * interval '1 second',
    lower(first_name) || ' das', n || '@patchwork.example'
  from generate_series(1, ${count}) as n, lateral (select (array['Meera', 'Asha', 'Ravi', 'Zoya', 'Kabir', 'Tara', 'Dev',
    'Noor', 'Ila', 'Om'])[1 + n % 10] as first_name) as names`;

/**
 * Events of the order `k`, with their time after the purchase. One order in 25 is cancelled. For one in 20, the return
 * of a line is requested.
 */
const lives = `(values
    ('placed', interval '0', '{}'::jsonb, true),
    ('cancelled', '1 hour', jsonb_build_object('products', ids), k % 25 = 0),
    ('refunded', '2 hours', jsonb_build_object('cause', 0, 'amount', 1500 * jsonb_array_length(ids)),
      k % 25 = 0 and k <= total - ${UNPAID_ORDERS}),
    ('packed', '6 hours', '{}', k % 25 <> 0),
    ('shipped', '1 day', '{"carrier": "Blue Dart"}', k % 25 <> 0),
    ('delivered', '4 days', '{}', k % 25 <> 0),
    ('returnAsked', '8 days', jsonb_build_object('products', ids - 2 - 1, 'reason', 'It is too small'), k % 20 = 1),
    ('returnDeclined', '10 days', jsonb_build_object('products', ids - 2 - 1, 'reason', 'It was worn'), k % 200 = 1),
    ('returnAccepted', '10 days', jsonb_build_object('products', ids - 2 - 1), k % 20 = 1 and k % 200 <> 1),
    ('refunded', '11 days', '{"cause": 4, "amount": 1500}', k % 20 = 1 and k % 200 <> 1)
  )`;

/**
 * Returns a statement that adds the orders `first` to `last` of `total`, and everything that the shop writes with an
 * order: checkout, events, refunds, mails and audit.
 */
const addOrdersWithin = (first: number, last: number, total: number, shoppers: number): string => `
  with bought as (
    select k, ${total} as total, md5('order ' || k)::uuid as id, now() - (${total} - k)::float / ${total} * interval '${DAYS} days' as placed_at,
      'PW-' || substr(code, 1, 4) || '-' || substr(code, 5) as number,
      case when k % 1000 = 0 then 1 else 1 + k::bigint * 7919 % ${shoppers} end as shopper,
      (select jsonb_agg('shirt-' || (1 + (k * 7 + n) % 1000)) from generate_series(0, k % 3) as n) as ids
    from generate_series(${first}, ${last}) as k,
      lateral (select lpad(upper(to_hex(k::bigint * 2654435761 % 4294967296)), 8, '0') as code) as codes
  ),
  events as (
    select k, type, placed_at + after as at, details || jsonb_build_object('type', type,
      'at', to_char((placed_at + after) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as event
    from bought, lateral ${lives} as lives (type, after, details, happens)
    where happens and placed_at + after <= now()
  ),
  lives as (
    select k, coalesce(jsonb_agg(event order by at) filter (where type <> 'placed'), '[]') as events, array_agg(type) as types
    from events group by k
  ),
  made as (
    select bought.*, ${shopperIdOf('shopper')} as shopper_id, events, types, 1500 * jsonb_array_length(ids) as price,
      (select jsonb_agg(${json(encodeLine({ product: aProduct(), quantity: 1 }))} || jsonb_build_object('_id', id))
        from jsonb_array_elements(ids) as bought_ids (id)) as lines
    from bought join lives using (k)
  ),
  ordered as (
    insert into orders (shopper_id, id, number, placed_at, lines, total, address, payment_reference, events, status)
    select shopper_id, id, number, placed_at, lines, price, ${json(encodeAddress(anAddress))}, 'sim_' || id, events,
      case when k % 25 = 0 and 'refunded' = any(types) then 'refunded' else (
        select status from unnest(array['cancelled', 'delivered', 'shipped', 'packed', 'placed']) as status
        where status = any(types) limit 1) end
    from made order by k
  ),
  paid as (
    insert into checkouts (key, shopper_id, status, opened_at, expires_at, lines, total, address, provider,
      provider_order_id, payment_id)
    select id, shopper_id, 'paid', placed_at, placed_at + interval '30 minutes', lines, price,
      ${json(encodeAddress(anAddress))}, 'simulator', 'order_' || id, 'sim_' || id
    from made order by k
  ),
  refunded as (
    insert into refunds (id, order_id, cause, amount, created_at, refunded_at)
    select gen_random_uuid(), id, case when k % 25 = 0 then 0 else 4 end, case when k % 25 = 0 then price else 1500 end,
      placed_at, case when 'refunded' = any(types) then placed_at end
    from made where types && array['cancelled', 'returnAccepted']
  ),
  mailed as (
    insert into mails (id, kind, recipient, data, created_at, sent_at, failed_at)
    select gen_random_uuid(), 'order' || initcap(type), shopper || '@patchwork.example',
      case when is_sent then '{}' else jsonb_build_object('number', number) end, at,
      case when is_sent then at end, case when not is_sent and k <= total - ${UNSENT_ORDERS} then at end
    from made join events using (k), lateral (select k <= total - ${UNSENT_ORDERS} and k % 1000 <> 7 as is_sent) as mail
    where type in ('placed', 'shipped', 'cancelled', 'refunded')
      and (not is_sent or at > now() - interval '${MAIL_DAYS} days')
    order by at
  )
  insert into audit_entries (at, actor, action, subject, before, after)
  select at, 'operator@patchwork.example', 'orders ' || type, number, '{"status": "placed"}',
    jsonb_build_object('status', type, 'event', event)
  from made join events using (k)
  where type in ('packed', 'shipped', 'delivered', 'returnAccepted', 'returnDeclined')
  order by at`;

const ORDERS_OF_A_STATEMENT = 100_000;

/** Returns statements that add a year's orders and their shoppers, by default one shopper for every ten orders. */
export const addOrders = (total: number, shoppers = Math.ceil(total / 10)): string[] => [
  addShoppers(shoppers),
  ...Array.from({ length: Math.ceil(total / ORDERS_OF_A_STATEMENT) }, (_, part) => {
    const first = part * ORDERS_OF_A_STATEMENT + 1;
    const last = Math.min(first + ORDERS_OF_A_STATEMENT - 1, total);
    return addOrdersWithin(first, last, total, shoppers);
  }),
];

/** Returns the UUID that Postgres reads from the MD5 hash of a text. */
const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Id of the shopper with the most orders: a thousandth of all. The others have about ten each by default. */
const shopperId = uuidOf('shopper 1');
const email = '1@patchwork.example';
/** Id of an order of this shopper, who also has older orders. */
const orderId = uuidOf('order 3000');
const number = 'PW-A6EA-D519';

const log = pino({ level: 'silent' });
const returnDays = 14;
const limit = 20;
const reader = { actor: 'operator', action: 'shoppers find' };

/** Creates a call by this shopper to an endpoint handler. */
const asShopper = <TCall>(db: Database, call: object) =>
  ({ db, returnDays, caller: { shopperId }, ...call }) as TCall;

const list = (query: Partial<OrderSearch>) => (db: Database) =>
  listOrders(db, returnDays, { limit, search: '', ...query });

const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
const mailer = { send: () => Promise.reject(away), close: () => undefined };

/**
 * Calls, commands and queues that read orders, mails, shoppers or the audit, by name. The orders are those of
 * `addOrders`.
 */
export const orderReads: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  'a shopper’s orders': (db) => orderHandlers.listOrders(asShopper(db, { query: { limit } })),
  'a later page of a shopper’s orders': (db) =>
    orderHandlers.listOrders(asShopper(db, { query: { limit, cursor: orderId } })),
  'an order of a shopper': (db) =>
    orderHandlers.findOrder(asShopper(db, { params: { order: orderId } })),
  'an order by its number': (db) => findAnyOrder(db, returnDays, number),
  'all orders': list({}),
  'a later page of all orders': list({ cursor: orderId }),
  ...Object.fromEntries(
    (
      [
        'placed',
        'packed',
        'shipped',
        'delivered',
        'cancelled',
        'refunded',
        'returnAsked',
        'exchangeOpen',
      ] as const
    ).map((status) => [`orders, ${status}`, list({ status })]),
  ),
  'a later page of orders, delivered': list({ status: 'delivered', cursor: orderId }),
  'orders found by number': list({ search: number }),
  'orders found by email': list({ search: email }),
  'orders found by email, packed': list({ search: email, status: 'packed' }),
  'orders found by payment': list({ search: `sim_${orderId}` }),
  'the audit': (db) => listChanges(db, { limit }),
  'the audit of an order': (db) => listChanges(db, { limit, subject: number }),
  'all mails': (db) => listMails(db, { limit }),
  ...Object.fromEntries(
    mailStatuses.map((status) => [`mails, ${status}`, (db) => listMails(db, { limit, status })]),
  ),
  'refunds that wait': (db) =>
    payDueRefunds({ db, log, provider: createSimulator(db, '') }, AbortSignal.abort()),
  'exchanges to end': (db) => expireExchanges({ db, log }),
  'mails that wait': (db) => deliverMails({ db, log, mailer }),
  'mails to be deleted': deleteOldMails,
  shoppers: (db) => listShoppers(db, { limit, search: '' }, reader),
  'shoppers found by email': (db) => listShoppers(db, { limit, search: email }, reader),
  'shoppers found by a name that many have': (db) =>
    listShoppers(db, { limit, search: 'meera' }, reader),
  'shoppers without search keys': fillSearchKeys,
};
