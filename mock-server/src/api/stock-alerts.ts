import { LINK_LIFETIME_MS, RESEND_AFTER_MS } from '@patchwork/api/mail';
import { refusals } from '@patchwork/api/refusals';
import { err, ok, parseEmail } from '@patchwork/domain';
import type { Data } from '../data/database.ts';
import type { MockTables, UserRow } from '../data/rows.ts';
import type { Handlers } from './handler.ts';
import { withMail } from './mails.ts';

type Alert = NonNullable<UserRow['account']['stockAlerts']>[number];

/** Maximum numbers of products that a user waits for, and of those that are not confirmed. */
const MAX_ALERTS = 50;
const MAX_UNCONFIRMED = 3;

const alertsOf = ({ account }: UserRow): readonly Alert[] => account.stockAlerts ?? [];

const withAlerts = (user: UserRow, stockAlerts: readonly Alert[]): UserRow => ({
  ...user,
  account: { ...user.account, stockAlerts: [...stockAlerts] },
});

const newToken = (): string => crypto.randomUUID().replaceAll('-', '');

const isWithin = ({ askedAt }: Alert, milliseconds: number, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) < milliseconds;

/** Drops requests that were not confirmed in time. */
const kept = (user: UserRow, now: Date): readonly Alert[] =>
  alertsOf(user).filter(
    (alert) => alert.isConfirmed || isWithin(alert, LINK_LIFETIME_MS.confirmStockAlert, now),
  );

interface Ask {
  readonly data: Data;
  readonly user: UserRow;
  readonly productId: string;
  /** Whether the user asks, and not somebody who typed the user's email. */
  readonly isOwn: boolean;
  readonly now: Date;
}

/** Records that a user waits for a product, with a mail that asks to confirm it unless the user's email is confirmed. */
function ask({ data, user, productId, isOwn, now }: Ask) {
  const product = data.products.find(({ _id }) => _id === productId);
  if (!product) return err(refusals.productUnknown);
  const alerts = kept(user, now);
  const others = alerts.filter((alert) => alert.productId !== productId);
  const waiting = others.filter(({ isMailed }) => !isMailed);
  if (waiting.length >= MAX_ALERTS) return err(refusals.tooManyAlerts);
  const before = alerts.find((alert) => alert.productId === productId && !alert.isMailed);
  const isConfirmed = before?.isConfirmed || (isOwn && user.account.emailConfirmedAt !== undefined);
  const unconfirmed = waiting.filter((alert) => !alert.isConfirmed);
  if (!isConfirmed && unconfirmed.length >= MAX_UNCONFIRMED)
    return err(refusals.addressUnconfirmed);
  const isAsked = !isConfirmed && !(before && isWithin(before, RESEND_AFTER_MS, now));
  const token = isAsked ? newToken() : before?.token;
  const alert: Alert = {
    ...{ productId, isConfirmed, isMailed: false, isOwn: isOwn || before?.isOwn === true },
    ...(token !== undefined && { token }),
    askedAt: before && !isAsked ? before.askedAt : now.toISOString(),
  };
  const { title, size } = product;
  const mail = isAsked && token !== undefined && { productId, title, size, token };
  const asking = withAlerts(user, [...others, alert]);
  data.saveUser(mail ? withMail(asking, { kind: 'confirmStockAlert', data: mail }, now) : asking);
  return ok({});
}

const listOf = (user: UserRow, now: Date) => ({
  isOffered: true,
  alerts: kept(user, now)
    .filter(({ isOwn, isMailed }) => isOwn && !isMailed)
    .map(({ productId, isConfirmed }) => ({ productId, isConfirmed })),
});

/** Returns the tables after the mails about products that are in stock again; `tables` itself if there are none. */
export function mailBackInStock(tables: MockTables, now: Date): MockTables {
  const inStock = new Map(
    tables.products
      .filter((product) => product.in_stock && !product.isHidden)
      .map((product) => [product._id, product]),
  );
  const isDue = ({ productId, isConfirmed, isMailed }: Alert) =>
    isConfirmed && !isMailed && inStock.has(productId);
  if (!tables.users.some((user) => alertsOf(user).some(isDue))) return tables;
  const users = tables.users.map((user) => {
    let mailed = user;
    for (const alert of alertsOf(user).filter(isDue)) {
      const { productId } = alert;
      const product = inStock.get(productId);
      if (!product) continue;
      const token = newToken();
      mailed = withAlerts(
        mailed,
        alertsOf(mailed).map((each) =>
          each === alert ? { ...alert, token, isMailed: true } : each,
        ),
      );
      const data = { productId, title: product.title, size: product.size, token };
      mailed = withMail(mailed, { kind: 'backInStock', data }, now);
    }
    return mailed;
  });
  return { ...tables, users };
}

export const stockAlertHandlers = {
  askStockAlert: ({ body, params: { productId }, data, now }) => {
    const email = parseEmail(body.email);
    if (email === undefined) return err(refusals.noEmail);
    const user = data.findUser(email);
    if (user) return ask({ data, user, productId, isOwn: false, now });
    // The mock keeps mails with its users, so it forgets those to anyone else.
    const isKnown = data.products.some(({ _id }) => _id === productId);
    return isKnown ? ok({}) : err(refusals.productUnknown);
  },

  followStockAlertLink: ({ body: { token, action }, data, now }) => {
    for (const user of data.tables().users) {
      const alert = kept(user, now).find((each) => each.token === token);
      if (!alert || (action === 'confirm' && alert.isMailed)) continue;
      const confirmed = alertsOf(user).map((each) =>
        each.token === token ? { ...each, isConfirmed: true } : each,
      );
      data.saveUser(withAlerts(user, action === 'stop' ? [] : confirmed));
      return ok({ productId: alert.productId });
    }
    return err(refusals.alertLinkUnknown);
  },

  listStockAlerts: ({ user, now }) => ok(listOf(user, now)),

  addStockAlert: ({ user, params: { productId }, data, now }) => {
    const asked = ask({ data, user, productId, isOwn: true, now });
    return asked.ok ? ok(listOf(data.findUser(user.email) ?? user, now)) : asked;
  },

  removeStockAlert: ({ user, params: { productId }, data, now }) => {
    const left = withAlerts(
      user,
      kept(user, now).filter((alert) => alert.productId !== productId || !alert.isOwn),
    );
    data.saveUser(left);
    return ok(listOf(left, now));
  },
} satisfies Partial<Handlers>;
