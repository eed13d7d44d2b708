import {
  type Address,
  addressSchema,
  type Order,
  orderSchema,
  type Session,
  sampleAddress,
} from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import { atom } from 'jotai';
import * as v from 'valibot';
import { type Services, servicesAtom } from '../services.ts';
import { readableList } from '../storage/readable-list.ts';
import { sessionAtom, shopperKey } from './session.ts';

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

/** True once the API has all of it. What it has already it leaves out, so a repetition is safe. */
async function send(
  { api, store }: Services,
  session: Session,
  addresses: readonly Address[],
  orders: readonly Order[],
): Promise<boolean> {
  for (let at = 0; at === 0 || at < orders.length; at += ORDERS_IN_ONE_CALL) {
    // The call takes the token of whoever is logged in.
    if (store.get(sessionAtom) !== session) return false;
    const part = orders.slice(at, at + ORDERS_IN_ONE_CALL);
    const sent = await api.handOver({ body: { addresses, orders: part } });
    if (!sent.ok) {
      console.error('Addresses and orders stay in this browser until the next visit:', sent.error);
      return false;
    }
  }
  return true;
}

async function handOver(services: Services, session: Session): Promise<void> {
  const { addresses, orders, payment } = earlierValues(session);
  const stored = [addresses, orders, payment].map((value) => ({ value, text: value.readText() }));
  if (stored.every(({ text }) => text === null)) return;
  const seen = addresses.read() ?? [sampleAddress(session.user)];
  if (!(await send(services, session, seen, orders.read() ?? []))) return;
  for (const { value, text } of stored) {
    // A tab with an earlier version may have written meanwhile: the next visit hands that over.
    if (value.readText() === text) value.remove();
  }
}

const runAtom = atom<{ readonly session: Session; readonly done: Promise<void> } | null>(null);

/**
 * Hands over to the API what earlier versions stored of the shopper in this browser: once in a session.
 * Several tabs may do it at the same time.
 */
export const handOverAtom = atom(null, (get, set): Promise<void> => {
  const session = get(sessionAtom);
  if (!session) return Promise.resolve();
  const run = get(runAtom);
  if (run?.session === session) return run.done;
  const done = handOver(get(servicesAtom), session);
  set(runAtom, { session, done });
  return done;
});
