import { pino } from 'pino';
import type { Tokens } from '../../api-server/src/auth/sessions.ts';
import { giveBackPayments } from '../../api-server/src/checkout/sweep.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { createRazorpay } from '../../api-server/src/payment/razorpay.ts';
import type { RazorpayDouble } from '../../api-server/src/payment/razorpay-double.ts';
import { findBrokenPromises, type Summary } from './invariants.ts';
import { createNetwork } from './network.ts';
import { type ApiProcess, killAtRandom } from './processes.ts';
import { createRandom } from './random.ts';
import { comeBack, shop } from './shopper.ts';
import { createWebhooks } from './webhooks.ts';
import { createPeople, initialStock } from './world.ts';

export interface Stage {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly bank: RazorpayDouble;
  readonly processes: readonly ApiProcess[];
}

export interface Outcome extends Summary {
  readonly seed: number;
  readonly kills: number;
  readonly seconds: number;
}

/** The stream of the killer; the shoppers have those above, the webhooks the last one. */
const KILLER_STREAM = 0;

/** The sweep of one more process: those that are killed do it once a minute. */
const giveBack = ({ db, bank }: Stage): Promise<void> =>
  giveBackPayments({
    db,
    provider: createRazorpay({ ...bank, apiUrl: bank.url }),
    log: pino({ level: 'silent' }),
  });

/** One day of the shop: everyone shops at once while processes are killed; then everyone comes back. */
export async function runSeed(stage: Stage, seed: number, count: number): Promise<Outcome> {
  const { db, tokens, bank, processes } = stage;
  const start = performance.now();
  bank.forget();
  const { shoppers, productIds } = await createPeople(db, tokens, { seed, count });
  const network = createNetwork(processes.map(({ url }) => url));
  const webhooks = createWebhooks(network, createRandom(seed, count + 1));
  const world = { network, bank, webhooks, productIds };
  const closing = new AbortController();
  const killing = killAtRandom(processes, createRandom(seed, KILLER_STREAM), closing.signal);
  const visits = await Promise.all(shoppers.map((shopper) => shop(world, shopper)));
  await webhooks.settled();
  closing.abort();
  const kills = await killing;
  await Promise.all(
    shoppers.map((shopper, index) => {
      const visit = visits[index];
      return visit && comeBack(world, shopper, visit);
    }),
  );
  await giveBack(stage);
  const ending = { db, bank, visits, initialStock: initialStock(count), crashes: network.crashes };
  const seconds = (performance.now() - start) / 1000;
  return { seed, kills, seconds, ...(await findBrokenPromises(ending)) };
}
