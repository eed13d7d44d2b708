import { MAX_LINE_PIECES } from '@patchwork/domain';
import { type Additions, addInTurn, keyOf, takeBack } from '../auth/attempts.ts';
import type { Database } from '../database/database.ts';
import { type ServerRefusal, serverRefusals } from '../http/refusals.ts';
import type { Settings } from '../settings.ts';

/* Checkouts that are open or were not paid, counted for each network within 15 minutes, which is a checkout's lifetime.
   Otherwise a person with many accounts could reserve all pieces of a product. */

/** Ratio of the limit of checkouts from one network to its limit of reserved pieces of one product. */
const CHECKOUTS_PER_PIECE = 5;

/** Maximum number of reserved pieces of one product: at least two orders with the maximum quantity. */
const maxHeld = ({ perAddress }: Settings['attempts']): number =>
  Math.max(2 * MAX_LINE_PIECES, Math.floor(perAddress / CHECKOUTS_PER_PIECE));

type Lines = readonly { readonly _id: string; readonly qty: number }[];

/** Returns what a checkout of these lines adds to a network's counters. */
function additionsOf(network: string, lines: Lines): Additions {
  const additions = new Map([[keyOf({ kind: 'checkout', from: network }), 1]]);
  for (const { _id: product, qty } of lines) {
    const key = keyOf({ kind: 'held', from: network, product });
    additions.set(key, (additions.get(key) ?? 0) + qty);
  }
  return additions;
}

/** Takes a checkout from its network's counters: it was paid, or not opened. */
export const uncountCheckout = (db: Database, network: string, lines: Lines): Promise<unknown> =>
  takeBack(db, additionsOf(network, lines));

/** Counts a checkout that a network opens. Returns a refusal, without counting, if it reserves too much. */
export async function countCheckout(
  db: Database,
  attempts: Settings['attempts'],
  network: string,
  lines: Lines,
): Promise<ServerRefusal | undefined> {
  const additions = additionsOf(network, lines);
  const opened = keyOf({ kind: 'checkout', from: network });
  const { totals, retryAfterSeconds } = await addInTurn(db, opened, additions);
  const isTooMuch = [...totals].some(
    ([key, total]) => total > (key === opened ? attempts.perAddress : maxHeld(attempts)),
  );
  if (!isTooMuch) return undefined;
  await takeBack(db, additions);
  return serverRefusals.tooMuchHeld(retryAfterSeconds);
}
