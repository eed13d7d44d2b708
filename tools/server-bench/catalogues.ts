import { sql } from 'drizzle-orm';
import { createApp } from '../../api-server/src/app.ts';
import { tidyProducts } from '../../api-server/src/commands/import-catalogue.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { createLog } from '../../api-server/src/log.ts';
import { createServices } from '../../api-server/src/services.ts';
import { readSettings } from '../../api-server/src/settings.ts';
import { addProducts } from '../../api-server/src/testing/many-products.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { median } from '../bench/report.ts';

/*
 * The server's time for the first page of a filtered list, with 100,000 products and with 1,000. Both take turns,
 * so that both see the same load of the machine.
 */

const SIZES = [1_000, 100_000] as const;
/**
 * Products that a statement adds; both sizes are a multiple of it. On a busy machine, more would take longer than a
 * statement may.
 */
const PRODUCTS_OF_A_STATEMENT = 1_000;
const ROUNDS = 41;
const WARM_UP_ROUNDS = 5;

const lists = [
  ['all', ''],
  ['one category, cheapest first', 'categories=MEN&sort=LOWTOHIGH'],
  ['size, price and rating', 'sizes=M&maxPrice=2000&minRating=3'],
  ['search, 1 in 90 matches', 'search=shirt 77'],
  ['search, all match', 'search=shirt&sort=HIGHTOLOW'],
  ['one letter that no title has', 'search=q'],
  ['two letters that no title has', 'search=xq'],
  ['a size that no product has', 'sizes=XL'],
  ['nothing, of search, size and price', 'search=xq&sizes=M&maxPrice=2000'],
] as const;

/** Opens a server in this process; without an address, on PGlite in memory. */
async function openShop(count: number, databaseUrl: string | undefined) {
  const settings = readSettings({ ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, '/');
  const opened = await openDatabase(databaseUrl ? settings.database : { kind: 'memory' });
  const { db, close } = opened;
  const services = await createServices(db, settings, createLog('silent'));
  for (let first = 1; first <= count; first += PRODUCTS_OF_A_STATEMENT) {
    const last = first + PRODUCTS_OF_A_STATEMENT - 1;
    await db.execute(sql.raw(addProducts(first, last)));
  }
  // Tidies the products, as an import does.
  await tidyProducts(db);
  const app = createApp(services, settings);
  return {
    close,
    /** Returns the milliseconds until the whole answer has arrived. */
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

async function measure(name: string, databaseUrls: readonly (string | undefined)[]): Promise<void> {
  const [small, large] = await Promise.all([
    openShop(SIZES[0], databaseUrls[0]),
    openShop(SIZES[1], databaseUrls[1]),
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

/** Prints a table in Markdown. */
export async function measureCatalogues(): Promise<void> {
  console.log('| database | list | 1,000 products, ms | 100,000, ms | ratio |');
  console.log('| --- | --- | --- | --- | --- |');
  await measure('PGlite', [undefined, undefined]);
  await onPostgres((small) => onPostgres((large) => measure('Postgres', [small, large])));
}
