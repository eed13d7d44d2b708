import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { anAddress } from '@patchwork/domain/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnPostgres } from '../../api-server/src/testing/databases.ts';
import { query } from '../../api-server/src/testing/postgres.ts';
import { signUp } from '../../api-server/src/testing/shopper.ts';
import {
  type ProxyName,
  provideProxies,
  startProxy,
} from '../../platform/release/src/testing/proxies.ts';
import { listenAsApi, raw } from '../../platform/release/src/testing/shirt-shop.ts';
import { type ApiProcess, createApiProcess } from './processes.ts';

const isAll = process.env.ALL_TESTS === 'true';

/** Restarts, and calls through each proxy meanwhile. */
const extent = isAll ? { restarts: 10, calls: 5_000 } : { restarts: 2, calls: 300 };
/** Shoppers for each proxy, each with a product of their own. */
const SHOPPERS = isAll ? 4 : 3;
const PAUSE_MS = isAll ? 10 : 40;
const TIMEOUT_MS = 600_000;

/** Longer than a proxy takes to notice that a process is back: Caddy asks every two seconds. */
const BACK_MS = 4_000;

/** Longer than a call takes that was begun before. */
const SENT_MS = 1_000;

/** Time that a killed process stays away. */
const AWAY_MS = 1_500;

const proxies = provideProxies('nginx', 'HAProxy', 'Caddy');

interface Load {
  calls: number;
  /** Whether a process may be killed: a call that can't be repeated would be lost with it. */
  isKilling: boolean;
  isOver: boolean;
  readonly failures: string[];
}

type Shopper = Awaited<ReturnType<typeof signUp>>;

/** Lets a shopper buy through a proxy until the load is over. Each call that doesn't succeed is a failure. */
async function shop(url: string, { token }: Shopper, productId: string, load: Load) {
  async function send(method: string, path: string, body?: object): Promise<string> {
    for (;;) {
      load.calls += 1;
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      await wait(PAUSE_MS);
      if (response.ok) return text;
      // Refused by a process itself, on a slow machine. It can be repeated.
      if (!text.includes('very busy')) throw new Error(`${response.status} ${text.slice(0, 100)}`);
    }
  }
  async function call(method: string, path: string, body?: object) {
    for (;;) {
      try {
        return JSON.parse(await send(method, path, body));
      } catch (error) {
        const cause = Reflect.get(Object(error), 'cause') ?? '';
        load.failures.push(`${method} ${path}: ${error} ${cause}`);
        // A lost call of a purchase can be repeated.
        if (!load.isKilling || load.isOver) throw error;
      }
    }
  }
  async function buy() {
    await call('GET', '/product-query?limit=5');
    await call('POST', '/user/cart', { product: { _id: productId } });
    if (!load.isKilling) {
      await call('POST', `/user/cart/${productId}`, { action: { type: 'increment' } });
    }
    const { cart } = await call('GET', '/user/cart');
    const [{ _id, qty, price }] = cart;
    const key = randomUUID();
    const lines = [{ _id, qty, price: Number(price) }];
    const opened = await call('POST', '/user/checkouts', { key, addressId: anAddress.id, lines });
    const { orderId } = opened.checkout.payment;
    const paid = await call('POST', `/simulator/orders/${orderId}/payment`, { outcome: 'success' });
    await call('POST', `/user/checkouts/${key}/confirmation`, paid);
  }
  // The next purchase begins anew; the failure is recorded.
  while (!load.isOver) await buy().catch(() => undefined);
}

describeOnPostgres('two API processes behind a proxy', (newDatabase) => {
  let apis: readonly [ApiProcess, ApiProcess];
  let databaseUrl = '';

  beforeAll(async () => {
    const database = await newDatabase(4);
    databaseUrl = database.url;
    const env = {
      ...{ DATABASE_URL: database.url, TRUST_PROXY: '1', ATTEMPTS_PER_ADDRESS: '1000' },
      // The default, which the files of deploy/ fit.
      DRAIN_SECONDS: '',
    };
    apis = [await createApiProcess(env), await createApiProcess(env)];
    await Promise.all(apis.map((api) => api.start()));
    await query(databaseUrl, 'update products set stock = 1000000');
  }, TIMEOUT_MS);

  afterAll(() => Promise.all(apis.map((api) => api.kill())));

  async function openProxy(proxy: ProxyName): Promise<string> {
    const hosts = apis.map(({ url }) => new URL(url).host) as [string, string];
    const shopServer = await listenAsApi(() => 'the shop');
    return startProxy(proxy, { apis: hosts, shop: new URL(shopServer).host });
  }

  test.each(proxies)(
    '%s does not pass on health checks, however their address is written',
    async (proxy) => {
      const port = Number(new URL(await openProxy(proxy)).port);
      expect(await raw(port, 'GET /api/categories', '', '127.0.0.1')).toContain('"categories":[');
      for (const path of [
        '/readyz',
        '/healthz',
        '/metrics',
        '//readyz',
        '/./healthz',
        '/%72eadyz',
        '/api',
        '/api/../readyz',
        '/api/%2e%2e/readyz',
        '/api/%2E%2E/healthz?a=1',
        '/api/.%2e/healthz',
        '/api/..%2freadyz',
        '/api/%2e%2e%2freadyz',
        '/api/..;/readyz',
        '/api/;/../readyz',
        '/api//../../readyz',
        '/api/x/../../readyz',
        '/api/%252e%252e/readyz',
        '/api/..\\readyz',
        '/api%2f..%2freadyz',
        '/api/../metrics',
        'http://shop/readyz',
        'http://shop/api/../readyz',
      ]) {
        const answer = await raw(port, `GET ${path}`, '', '127.0.0.1');
        expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 [234]\d\d /)]);
        expect([path, answer]).toEqual([path, expect.not.stringMatching(/"status":|# HELP/)]);
      }
    },
    TIMEOUT_MS,
  );

  test.runIf(proxies.length > 0)(
    `no call fails behind ${proxies.join(', ')} while the processes are restarted in turn and one is killed`,
    async () => {
      const opened: { proxy: ProxyName; url: string; load: Load }[] = [];
      for (const proxy of proxies) {
        const load: Load = { calls: 0, isKilling: false, isOver: false, failures: [] };
        opened.push({ proxy, url: await openProxy(proxy), load });
      }
      const products = await query<{ id: string }>(databaseUrl, 'select id from products');
      const shoppers = await Promise.all(products.map(() => signUp({ url: apis[0].url, fetch })));
      const shopping = opened.flatMap(({ url, load }, index) =>
        shoppers
          .slice(index * SHOPPERS, (index + 1) * SHOPPERS)
          .map((shopper, own) =>
            shop(url, shopper, products[index * SHOPPERS + own]?.id ?? '', load),
          ),
      );
      const none = proxies.map((proxy) => [proxy, []]);
      /**
       * Expects that no call has failed since the last time, and returns the failed POSTs through Caddy. It repeats none, and
       * on a busy machine it may leave out both processes for a moment.
       */
      const expectNoFailure = (): string[] => {
        const lost: string[] = [];
        const failed = opened.map(({ proxy, load }) => {
          const lines = load.failures.splice(0);
          if (proxy !== 'Caddy') return [proxy, lines];
          lost.push(...lines.filter((line) => line.startsWith('POST')));
          return [proxy, lines.filter((line) => !line.startsWith('POST'))];
        });
        expect(failed).toEqual(none);
        return lost;
      };

      const isDone = () => opened.every(({ load }) => load.calls >= extent.calls);
      for (let restarts = 0; restarts < extent.restarts || !isDone(); restarts += 1) {
        const api = apis[restarts % 2 === 0 ? 0 : 1];
        expect(await api.stop()).toBe(0);
        await api.start();
        await wait(BACK_MS);
      }
      const lostAtRestarts = expectNoFailure();
      if (isAll) expect(lostAtRestarts).toEqual([]);

      for (const { load } of opened) load.isKilling = true;
      await wait(SENT_MS);
      await apis[0].kill();
      await wait(AWAY_MS);
      await apis[0].start();
      const lostAtKill = expectNoFailure();
      for (const { load } of opened) load.isOver = true;
      await Promise.all(shopping);
      const lostLater = expectNoFailure();
      if (isAll) expect(lostLater).toEqual([]);
      const counts = opened.map(({ proxy, load }) => `${load.calls} calls through ${proxy}`);
      console.log(`${counts.join(', ')}; ${lostAtKill.length} lost by Caddy at the kill`);

      await Promise.all(apis.map((api) => api.kill()));
      for (const { url } of opened) await fetch(`${url}/api/categories`);
      await Promise.all(apis.map((api) => api.start()));
      for (const { proxy, url } of opened) {
        const status = async () => [proxy, (await fetch(`${url}/api/categories`)).status];
        await expect.poll(status, { timeout: BACK_MS }).toEqual([proxy, 200]);
        for (let call = 0; call < 20; call += 1) expect(await status()).toEqual([proxy, 200]);
      }
    },
    TIMEOUT_MS,
  );
});
