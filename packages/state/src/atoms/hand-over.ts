import type { ApiError } from '@patchwork/api';
import {
  type Address,
  addressSchema,
  err,
  MAX_ADDRESSES,
  type Order,
  ok,
  orderSchema,
  type Result,
  type Session,
  sampleAddress,
} from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import { atom } from 'jotai';
import * as v from 'valibot';
import { type Services, servicesAtom } from '../services.ts';
import { readableList } from '../storage/readable-list.ts';
import { toast } from '../toast.ts';
import { sessionAtom, shopperKey } from './session.ts';

const leftOut = `Only ${MAX_ADDRESSES} addresses can be kept. The oldest of this browser were left out.`;

/** One request stays well below the size that a server accepts. */
const ORDERS_IN_ONE_CALL = 20;

/** Where earlier versions stored a shopper's addresses, orders and open payment. */
function earlierValues(session: Session) {
  const scope = { shopper: shopperKey(session) };
  const addresses = v.nullable(readableList(addressSchema));
  const orders = readableList(orderSchema);
  return {
    addresses: createStoredValue({
      name: 'addresses',
      version: 1,
      parse: v.parser(addresses),
      scope,
    }),
    orders: createStoredValue({ name: 'orders', version: 1, parse: v.parser(orders), scope }),
    // It was a simulation in each of those versions: it is dropped.
    payment: createStoredValue({ name: 'pending-payment', version: 1, parse: String, scope }),
  };
}

interface Stored {
  readonly addresses: readonly Address[];
  readonly orders: readonly Order[];
}

/**
 * The addresses that the API has afterwards; or why it has not all of it. What it has already it leaves
 * out, so a repetition is safe.
 */
async function send(
  { api, store }: Services,
  session: Session,
  { addresses, orders }: Stored,
): Promise<Result<readonly Address[], ApiError>> {
  let kept: readonly Address[] = [];
  for (let at = 0; at === 0 || at < orders.length; at += ORDERS_IN_ONE_CALL) {
    // The call takes the token of whoever is logged in.
    if (store.get(sessionAtom) !== session) {
      return err({ kind: 'aborted', message: 'The session is over.' });
    }
    const part = orders.slice(at, at + ORDERS_IN_ONE_CALL);
    const sent = await api.handOver({ body: { addresses, orders: part } });
    if (!sent.ok) return sent;
    kept = sent.value.addresses;
  }
  return ok(kept);
}

const isFull = (kept: readonly Address[], seen: readonly Address[]): boolean =>
  kept.length >= MAX_ADDRESSES && seen.some(({ id }) => !kept.some((each) => each.id === id));

/** False: the shop could not be reached, and it is worth another try in this session. */
async function handOver(services: Services, session: Session): Promise<boolean> {
  const { addresses, orders, payment } = earlierValues(session);
  const stored = [addresses, orders, payment].map((value) => ({ value, text: value.readText() }));
  if (stored.every(({ text }) => text === null)) return true;
  const seen = addresses.read() ?? [sampleAddress(session.user)];
  const sent = await send(services, session, { addresses: seen, orders: orders.read() ?? [] });
  if (!sent.ok) {
    if (sent.error.kind === 'aborted') return true;
    console.error('Addresses and orders stay in this browser for now:', sent.error);
    return sent.error.kind !== 'network';
  }
  for (const { value, text } of stored) {
    // A tab with an earlier version may have written meanwhile: the next visit hands that over.
    if (text === null || value.readText() !== text) continue;
    value.remove();
    if (value === addresses && isFull(sent.value, seen)) toast.warning(leftOut);
  }
  return true;
}

const runAtom = atom<{ readonly session: Session; readonly done: Promise<void> } | null>(null);

/**
 * Hands over to the API what earlier versions stored of the shopper in this browser: once in a session,
 * and again only where the shop could not be reached. Several tabs may do it at the same time.
 */
export const handOverAtom = atom(null, (get, set): Promise<void> => {
  const session = get(sessionAtom);
  if (!session) return Promise.resolve();
  const run = get(runAtom);
  if (run?.session === session) return run.done;
  const done = handOver(get(servicesAtom), session).then((isOver) => {
    if (!isOver && get(runAtom)?.session === session) set(runAtom, null);
  });
  set(runAtom, { session, done });
  return done;
});
