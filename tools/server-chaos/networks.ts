import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Called, connect, signUp } from '../../api-server/src/testing/shopper.ts';
import { type ApiProcess, withApiProcess } from './processes.ts';

/* Attacks from one network address on a server of the API with the usual limits, on Postgres. The clients' addresses
   are in the header of a proxy that the server trusts. */

const PRODUCT = 'indigo-selvedge-overshirt';
const ATTACKER = '203.0.113.66';

const calledFrom = ({ url }: ApiProcess, address: string): Called => ({
  url,
  fetch: (request) => {
    request.headers.set('x-forwarded-for', address);
    return fetch(request);
  },
});

const CLOCK_TICK_MS = 10;

/** Returns the processor time that a process has used, in milliseconds. Linux only. */
async function processorMs(api: ApiProcess): Promise<number> {
  const stat = await readFile(`/proc/${api.pid()}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12);
  return (Number(user) + Number(system)) * CLOCK_TICK_MS;
}

const ATTACK_MS = 10_000;
const ATTACKERS = 48;
const BUYERS = 7;
const WRITE_PAUSE_MS = 100;

/**
 * Asks for password resets of an unknown email, 48 at a time and long after the limit, while shoppers on other networks
 * change their carts. Reports whether each change succeeded, and the processor time of a refused call.
 */
export const attackByResets = (databaseUrl: string, report: (line: string) => void) =>
  withApiProcess({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1' }, async (api) => {
    await api.start();
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, index) =>
        signUp(calledFrom(api, `198.51.100.${index}`), PRODUCT),
      ),
    );
    const ask = connect(calledFrom(api, ATTACKER));
    const answers = { passed: 0, refused: 0, other: 0 };
    const writes = { succeeded: 0, failed: 0, slowestMs: 0 };
    const end = performance.now() + ATTACK_MS;
    const attack = async () => {
      while (performance.now() < end) {
        const { status } = await ask('POST', '/auth/password-reset', { email: 'nobody@b.example' });
        answers[status === 200 ? 'passed' : status === 429 ? 'refused' : 'other'] += 1;
      }
    };
    const write = async ({ call }: (typeof buyers)[number], quantity: number) => {
      const start = performance.now();
      const { status } = await call('POST', `/user/cart/${PRODUCT}/quantity`, { quantity });
      writes[status === 200 ? 'succeeded' : 'failed'] += 1;
      writes.slowestMs = Math.max(writes.slowestMs, performance.now() - start);
    };
    await Promise.all([
      ...Array.from({ length: ATTACKERS }, attack),
      ...buyers.map(async (buyer) => {
        for (let turn = 0; performance.now() < end; turn += 1) {
          await write(buyer, 1 + (turn % 9));
          await wait(WRITE_PAUSE_MS);
        }
      }),
    ]);
    const before = await processorMs(api);
    const CALLS = 2_000;
    for (let call = 0; call < CALLS; call += 1) {
      await ask('POST', '/auth/password-reset', { email: 'nobody@b.example' });
    }
    const eachMs = ((await processorMs(api)) - before) / CALLS;
    const isHeld = writes.failed === 0 && answers.other === 0 && eachMs <= 1;
    report(
      `${isHeld ? 'held  ' : 'BROKEN'} resets from one address: ${JSON.stringify(answers)}; ` +
        `${writes.failed} of ${writes.failed + writes.succeeded} cart writes of others failed, the slowest took ${writes.slowestMs.toFixed(0)} ms; ` +
        `a refused call took ${eachMs.toFixed(2)} ms of the server's processor`,
    );
  });

const HOLDERS = 10;
const STOCK = 100;
const PIECES = 10;

/**
 * Opens a checkout of ten pieces for each of ten accounts on one network, for a product with 100 pieces. Reports how many
 * are reserved, and whether a shopper on another network can still buy one.
 */
export const attackByHolds = (databaseUrl: string, report: (line: string) => void) =>
  withApiProcess({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1' }, async (api) => {
    await api.start();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query('update products set stock = $1 where id = $2', [STOCK, PRODUCT]);
      const statuses: Record<string, number> = {};
      for (let holder = 0; holder < HOLDERS; holder += 1) {
        const { call, open } = await signUp(calledFrom(api, ATTACKER), PRODUCT);
        await call('POST', `/user/cart/${PRODUCT}/quantity`, { quantity: PIECES });
        const { status } = await open();
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      const found = await client.query('select held from products where id = $1', [PRODUCT]);
      const held = Number(found.rows[0].held);
      const buyer = await signUp(calledFrom(api, '198.51.100.1'), PRODUCT);
      const bought = (await buyer.buy()).status;
      const isHeld = held <= STOCK / 2 && bought === 201;
      report(
        `${isHeld ? 'held  ' : 'BROKEN'} holds from one address: ${held} of ${STOCK} pieces are reserved, ` +
          `the answers were ${JSON.stringify(statuses)}; a purchase from elsewhere: ${bought}`,
      );
    } finally {
      await client.end();
    }
  });
