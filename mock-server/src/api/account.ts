import { type Refusal, refusals } from '@patchwork/api/refusals';
import {
  demoAccount,
  erasedPerson,
  err,
  hasExchange,
  isCashDue,
  ok,
  orderStatus,
  type Result,
} from '@patchwork/domain';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import { firstLists } from '../data/sample-tables.ts';
import { isPasswordOf, publicUser } from './auth.ts';
import { settle } from './checkouts.ts';
import type { Handlers } from './handler.ts';
import { withLink } from './mails.ts';
import { decodeOrder, isOpen, replaceUser } from './stored-orders.ts';

/** Returns the name given at sign-up, or else the profile's first and last name. */
const nameOf = ({ name, firstName, lastName }: UserRow): string =>
  typeof name === 'string' ? name : `${firstName} ${lastName}`.trim();

/** Formats a row's time as the API sends it; 1970 for invalid text, which a developer may have written. */
function toInstant(text: string): string {
  const time = Date.parse(text);
  return new Date(Number.isNaN(time) ? 0 : time).toISOString();
}

/** Returns an account as its owner and the operator see it. */
export const accountOf = (user: UserRow) => ({
  name: nameOf(user),
  email: user.email,
  createdAt: toInstant(user.createdAt),
  isEmailConfirmed: user.account.emailConfirmedAt !== undefined,
});

/**
 * Returns the data of a user for an export. It lacks credentials (password, sessions and tokens), checkouts, and the
 * contents of mails.
 */
export function exportUser(user: UserRow) {
  const { cart, wishlist, ...profile } = publicUser(user);
  const { addresses, orders, account } = user;
  const mails = account.mails.map(({ kind, at, recipient }) => ({ kind, at, recipient }));
  const stockAlerts = (account.stockAlerts ?? []).map(({ token: _token, ...alert }) => alert);
  const data = { profile, addresses, cart, wishlist, orders, mails, stockAlerts };
  return { account: accountOf(user), ...data };
}

const underWay: ReadonlySet<string> = new Set(['placed', 'packed', 'shipped']);

/**
 * Removes a user's personal data. Only the orders stay, each with its city, state and PIN code, because the tax depends
 * on them.
 */
const emptied = ({ _id, createdAt, orders }: UserRow, now: Date): UserRow => ({
  ...{ _id, createdAt, updatedAt: now.toISOString(), firstName: '', lastName: '' },
  ...{ email: `${_id}@deleted.invalid`, password: crypto.randomUUID() },
  ...firstLists({ firstName: '', lastName: '', email: '' }),
  addresses: [],
  orders: orders.map((order) => ({
    ...order,
    address: { ...order.address, ...erasedPerson },
    events: order.events.map((event) =>
      event.type === 'returnAsked' || event.type === 'exchangeAsked'
        ? { ...event, reason: '' }
        : event,
    ),
  })),
  account: { disabledAt: now.toISOString(), isDeleted: true, tokens: [], mails: [] },
});

/** Deletes an account. Refuses for an operator, and while a payment is open or an order or exchange is in progress. */
export function deleteUser(
  data: Data,
  { _id, account }: UserRow,
  now: Date,
): Result<object, Refusal> {
  if (account.role === 'operator') return err(refusals.operatorStays);
  const current = () => data.tables().users.find((other) => other._id === _id) as UserRow;
  for (const row of current().checkouts) settle({ user: current(), data, now }, row);
  const user = current();
  if (user.checkouts.some((row) => isOpen(row, now))) return err(refusals.checkoutOpen);
  if (user.orders.some((order) => underWay.has(orderStatus(decodeOrder(order))))) {
    return err(refusals.orderUnderWay);
  }
  if (user.orders.some((order) => hasExchange(decodeOrder(order))))
    return err(refusals.exchangeOpen);
  if (user.orders.some((order) => isCashDue(decodeOrder(order)))) return err(refusals.cashDue);
  const tables = data.tables();
  const users =
    user.orders.length > 0
      ? replaceUser(tables.users, emptied(user, now))
      : tables.users.filter((other) => other._id !== _id);
  data.replace({ ...tables, users });
  return ok({});
}

export const accountHandlers = {
  getAccount: ({ user }) => ok({ account: accountOf(user) }),

  askEmailConfirmation: ({ user, data, now }) => {
    if (!user.account.emailConfirmedAt) data.saveUser(withLink(user, 'confirmEmail', now));
    return ok({});
  },

  exportAccount: ({ user }) => ok({ data: exportUser(user) }),

  // Not a 401, which would end the session of an owner who has mistyped the password.
  deleteAccount: ({ body: { password }, user, data, now }) => {
    if (user.email === demoAccount.email) return err(refusals.guestStays);
    return isPasswordOf(user, password)
      ? deleteUser(data, user, now)
      : err(refusals.passwordNotRight);
  },
} satisfies Partial<Handlers>;
