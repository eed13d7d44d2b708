import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { onPostgres, query } from '../../api-server/src/testing/postgres.ts';
import { createApiProcess, freePort } from '../server-chaos/processes.ts';

/*
 * Memory of an API process that lists 20,000 products for 20 callers at once. Linux only: it reads /proc.
 */

const PRODUCTS = 20_000;
const CALLS = 20;
const SETTLE_MS = 2_000;
const KB = 1024;

const insertProducts = `
  insert into products (id, title, search_title, description, image, category, size, price,
    original_price, rating, reviews, stock, delivery_days, trending)
  select 'product-' || n, 'Shirt ' || n || ' of linen', 'shirt ' || n || ' of linen',
    'A shirt of linen and cotton, number ' || n || ', that is woven by hand and washed twice before it is sewn.',
    '/images/products/shirt-' || n || '.svg', 'MEN', 'M', 200 + n * 7919 % 3800, 4000, n % 51 / 10.0, '605', 25, 3,
    n % 10 = 0
  from generate_series(1, ${PRODUCTS}) as n`;

/** Megabytes that a process uses now (VmRSS), or has used at most (VmHWM). */
function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * KB) / 1_000_000;
}

/** Bytes of one answer as they were sent. */
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

async function measure(program: string, databaseUrl: string, coding: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, MAX_LISTED_PRODUCTS: String(PRODUCTS) };
  const api = createApiProcess(program, await freePort(), env);
  await api.start();
  try {
    const pid = api.pid() ?? 0;
    await query(databaseUrl, 'delete from products');
    await query(databaseUrl, insertProducts);
    await download(`${api.url}/api/categories`, coding);
    await wait(SETTLE_MS);
    const before = megabytes(pid, 'VmRSS');
    const start = performance.now();
    const calls = Array.from({ length: CALLS }, () => download(`${api.url}/api/products`, coding));
    const [bytes = 0] = await Promise.all(calls);
    const seconds = (performance.now() - start) / 1000;
    const added = megabytes(pid, 'VmHWM') - before;
    console.log(
      `| ${coding} | ${(bytes / 1_000_000).toFixed(1)} | ${before.toFixed(0)} | ${added.toFixed(0)} | ${seconds.toFixed(1)} |`,
    );
  } finally {
    await api.kill();
  }
}

/** Prints a table in Markdown. */
export async function measureLists(): Promise<void> {
  const program = await bundleForTest();
  console.log('| coding | one answer, MB | before, MB | added at most, MB | seconds |');
  console.log('| --- | --- | --- | --- | --- |');
  await onPostgres(async (url) => {
    for (const coding of ['gzip', 'identity']) await measure(program, url, coding);
  });
}
