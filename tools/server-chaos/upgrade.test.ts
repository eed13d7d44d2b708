import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeOnPostgres } from '../../api-server/src/testing/databases.ts';
import { query } from '../../api-server/src/testing/postgres.ts';
import {
  calledPatiently,
  connect,
  newAccount,
  signUp,
} from '../../api-server/src/testing/shopper.ts';
import { bundleCommit, hasCommit } from './earlier-version.ts';
import { type ApiProcess, createApiProcess } from './processes.ts';

/** Last commit whose program has the first migration only. */
const FIRST_VERSION = '52b75000';

const TIMEOUT_MS = 300_000;
const SHOPPERS = 3;
/** Number of orders before, during and after the upgrade, of each version. */
const ORDERS = 5;

/** Lets shoppers buy from a process until `stop` is called. `stop` rejects if a call failed. */
function sellAt({ url }: ApiProcess) {
  const orders: string[] = [];
  let isOver = false;
  const buying = Array.from({ length: SHOPPERS }, async () => {
    const shopper = await signUp(calledPatiently({ url, fetch }));
    while (!isOver) {
      await shopper.add('puddle-raincoat');
      const bought = await shopper.buy();
      expect(bought.status, JSON.stringify(bought.data)).toBe(201);
      orders.push(bought.data.order._id);
    }
  });
  const ended = Promise.all(buying);
  const sellMore = async () => {
    const enough = orders.length + ORDERS;
    await Promise.race([
      ended,
      vi.waitUntil(() => orders.length >= enough, { timeout: TIMEOUT_MS }),
    ]);
  };
  const stop = async () => {
    isOver = true;
    await ended;
  };
  return { orders, sellMore, stop };
}

describeOnPostgres('the first version', (newDatabase) => {
  test.skipIf(process.env.ALL_TESTS !== 'true' || !hasCommit(FIRST_VERSION))(
    'keeps selling while this version migrates its database and starts beside it',
    async () => {
      const { url: database } = await newDatabase();
      const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-first-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const env = { DATABASE_URL: database };
      const before = await createApiProcess(env, await bundleCommit(FIRST_VERSION, folder));
      const after = await createApiProcess(env);
      onTestFinished(async () => void (await Promise.all([before.kill(), after.kill()])));

      await before.start();
      await query(database, 'update products set stock = 1000000');
      const selling = sellAt(before);
      await selling.sellMore();
      await after.start();
      const sellingToo = sellAt(after);
      await Promise.all([selling.sellMore(), sellingToo.sellMore()]);
      const account = { ...newAccount(), name: 'Zoya Khan' };
      const signedUp = await connect({ url: before.url, fetch })('POST', '/auth/signup', account);
      expect(signedUp.status).toBe(201);
      await Promise.all([selling.stop(), sellingToo.stop()]);

      const orders = await query<{ id: string }>(database, 'select id from orders');
      const sold = [...selling.orders, ...sellingToo.orders];
      expect(orders.map(({ id }) => id).toSorted()).toEqual(sold.toSorted());

      // The account that the first version made works in this version, whose operators find it.
      const call = connect({ url: after.url, fetch });
      const { email, password } = account;
      const login = await call('POST', '/auth/login', { email, password });
      expect(login.status).toBe(200);
      await query(database, `update shoppers set role = 'operator' where email = '${email}'`);
      const operator = connect({ url: after.url, fetch }, login.data.encodedToken);
      const { data } = await operator('GET', '/operator/shoppers?search=zoya');
      expect(data.shoppers).toMatchObject([{ email }]);

      expect(await before.stop()).toBe(0);
      await expect(before.start()).rejects.toThrow('ended before it was ready');
    },
    TIMEOUT_MS,
  );
});
