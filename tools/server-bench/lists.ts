import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { addProducts } from '../../api-server/src/testing/many-products.ts';
import { onPostgres, query } from '../../api-server/src/testing/postgres.ts';
import { memoryOf, withApiProcess } from '../server-chaos/processes.ts';

/* Memory use of an API process while 20 clients list 20,000 products at once. Linux only, because it reads /proc. */

const PRODUCTS = 20_000;
const CALLS = 20;
const SETTLE_MS = 2_000;

/** Downloads a response. Resolves to its size in bytes, as transferred. */
const download = (url: string, coding: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, headers: { 'accept-encoding': coding } });
    sent.on('error', reject).on('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    sent.end();
  });

async function measure(databaseUrl: string, coding: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, MAX_LISTED_PRODUCTS: String(PRODUCTS) };
  await withApiProcess(env, async (api) => {
    await api.start();
    await query(databaseUrl, 'delete from products');
    await query(databaseUrl, addProducts(1, PRODUCTS));
    await download(`${api.url}/api/categories`, coding);
    await wait(SETTLE_MS);
    const before = await memoryOf(api, 'VmRSS');
    const start = performance.now();
    const calls = Array.from({ length: CALLS }, () => download(`${api.url}/api/products`, coding));
    const [bytes = 0] = await Promise.all(calls);
    const seconds = (performance.now() - start) / 1000;
    const added = (await memoryOf(api, 'VmHWM')) - before;
    console.log(
      `| ${coding} | ${(bytes / 1_000_000).toFixed(1)} | ${before.toFixed(0)} | ${added.toFixed(0)} | ${seconds.toFixed(1)} |`,
    );
  });
}

export async function measureLists(): Promise<void> {
  console.log('| coding | one answer, MB | before, MB | added at most, MB | seconds |');
  console.log('| --- | --- | --- | --- | --- |');
  await onPostgres(async (url) => {
    for (const coding of ['gzip', 'identity']) await measure(url, coding);
  });
}
