import { sql } from 'drizzle-orm';
import { createApp } from '../../api-server/src/app.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import type { CatalogueAnswers } from '../../api-server/src/handlers/catalogue-answers.ts';
import { createServices } from '../../api-server/src/handlers/services.ts';
import { StoredBody } from '../../api-server/src/http/answer.ts';
import { readSettings } from '../../api-server/src/settings.ts';
import { createLog } from '../../api-server/src/telemetry/log.ts';
import { addProducts } from '../../api-server/src/testing/many-products.ts';
import { onPostgres, query } from '../../api-server/src/testing/postgres.ts';
import { median } from '../bench/report.ts';

/*
 * Response time of the first page of a filtered list, with many products and with 1,000. The two are measured
 * alternately, so that both see the same machine load.
 */

const SMALL = 1_000;
/** Maximum number of products on PGlite. Larger tables do not fit into the memory of a process. */
const LARGEST_OF_PGLITE = 100_000;
const PRODUCTS_OF_A_STATEMENT = 100_000;
const ROUNDS = 41;
const WARM_UP_ROUNDS = 5;

const lists = [
  ['all', ''],
  ['one category, cheapest first', 'categories=MEN&sort=LOWTOHIGH'],
  ['size, price and rating', 'sizes=M&maxPrice=2000&minRating=3'],
  ['search, 1 in 900 matches', 'search=shirt 777'],
  ['search, 1 in 96 matches', 'search=indigo linen'],
  ['search, 1 in 96 matches, cheapest first', 'search=indigo linen&sort=LOWTOHIGH'],
  ['search, 1 in 8 matches, dearest first', 'search=linen&sort=HIGHTOLOW'],
  ['search, all match', 'search=shirt&sort=HIGHTOLOW'],
  ['search, 1 in 96 matches, size and price', 'search=indigo linen&sizes=M&maxPrice=2000'],
  ['two letters that many titles have', 'search=77'],
  ['one letter that no title has', 'search=q'],
  ['two letters that no title has', 'search=xq'],
  ['a size that no product has', 'sizes=XL'],
  ['nothing, of search, size and price', 'search=xq&sizes=M&maxPrice=2000'],
] as const;

/** Opens a server with `count` products in this process. Without a URL, it uses PGlite in memory. */
async function openShop(count: number, databaseUrl: string | undefined) {
  const settings = readSettings({ ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, '/');
  const opened = await openDatabase(databaseUrl ? settings.database : { kind: 'memory' });
  const { db, close } = opened;
  // Without the cache, which would answer all rounds but the first.
  const read: CatalogueAnswers['read'] = async (_key, make) =>
    new StoredBody(String(await make({ hasStyles: false })));
  const made = await createServices(opened, settings, createLog('silent'));
  const services = {
    ...made,
    catalogue: { ...made.catalogue, read },
  };
  // A separate connection, because the server's statements have a time limit.
  const run = (statement: string): Promise<unknown> =>
    databaseUrl ? query(databaseUrl, statement) : db.execute(sql.raw(statement));
  for (let first = 1; first <= count; first += PRODUCTS_OF_A_STATEMENT) {
    await run(addProducts(first, Math.min(first + PRODUCTS_OF_A_STATEMENT - 1, count)));
  }
  // Vacuums the products, as an import does.
  await run('vacuum (analyze) products');
  const app = createApp(services, settings);
  return {
    close,
    /** Returns the milliseconds until the response is complete. */
    async time(search: string): Promise<number> {
      const start = performance.now();
      const response = await app.fetch(
        new Request(`http://localhost/api/product-query?limit=24&${search}`),
        {},
      );
      await response.text();
      if (response.status !== 200) throw new Error(`${search}: ${response.status}`);
      return performance.now() - start;
    },
  };
}

async function measure(
  name: string,
  products: number,
  databaseUrls: readonly (string | undefined)[],
): Promise<void> {
  const [small, large] = await Promise.all([
    openShop(SMALL, databaseUrls[0]),
    openShop(products, databaseUrls[1]),
  ]);
  for (const [list, search] of lists) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const [one, other] = [await small.time(search), await large.time(search)];
      if (round < 0) continue;
      times.small.push(one);
      times.large.push(other);
    }
    const [few, many] = [median(times.small), median(times.large)];
    const ratio = (many / few).toFixed(2);
    console.log(`| ${name} | ${list} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${ratio} |`);
  }
  await Promise.all([small.close(), large.close()]);
}

/** Prints the response times with 1,000 and with `products` products, as a Markdown table. */
export async function measureCatalogues({ products }: { products: number }): Promise<void> {
  console.log(`| database | list | 1,000 products, ms | ${products}, ms | ratio |`);
  console.log('| --- | --- | --- | --- | --- |');
  if (products <= LARGEST_OF_PGLITE) await measure('PGlite', products, [undefined, undefined]);
  await onPostgres((small) => onPostgres((large) => measure('Postgres', products, [small, large])));
}
