import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aProduct } from '@patchwork/domain/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockProducts } from '../checkout/stock.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { fromProduct } from '../database/product-row.ts';
import { products } from '../database/schema.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { query } from '../testing/postgres.ts';
import { csv } from './import-catalogue.test.ts';
import { importCatalogue, whileNoOtherImports } from './import-catalogue.ts';

const line = (id: string) => `${id},Shirt,MEN,M,1500,7`;

const options = { dryRun: false, replace: false, setStock: false };

const TIMEOUT_MS = 60_000;

describeOnPostgres('an import while shoppers check out', (newDatabase) => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let opened: OpenDatabase;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    database = await newDatabase();
    opened = await openDatabase(database);
    folder = await mkdtemp(path.join(tmpdir(), 'patchwork-import-'));
    file = path.join(folder, 'catalogue.csv');
    // More than one transaction of an import writes, so that it has written the first when it comes to the last.
    const between = Array.from({ length: 400 }, (_, index) => line(`m${index}`));
    await writeFile(file, csv(line('z'), ...between, line('a')));
  });
  beforeEach(async () => {
    await opened.db.delete(products);
    await opened.db
      .insert(products)
      .values(['a', 'z'].map((id) => ({ ...fromProduct(aProduct({ id })), stock: 7 })));
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  /** Begins an import, which waits for the transaction that has locked a product. */
  async function beginBlockedImport() {
    const imported = importCatalogue(opened.db, file, options);
    const isWaiting = async () =>
      (await query(database.url, 'select from pg_locks where not granted')).length > 0;
    await Promise.race([
      imported,
      expect.poll(isWaiting, { timeout: TIMEOUT_MS, interval: 50 }).toBe(true),
    ]);
    return { imported };
  }

  test(
    'waits for a checkout, whatever the order of the products in the file',
    async () => {
      const { imported } = await opened.db.transaction(async (tx) => {
        await lockProducts(tx, ['a']);
        const begun = await beginBlockedImport();
        await expect(lockProducts(tx, ['z'])).resolves.toHaveLength(1);
        await tx.update(products).set({ held: 1 }).where(eq(products.id, 'z'));
        return begun;
      });
      await expect(imported).resolves.toMatchObject({ added: 400, changed: 2 });
    },
    TIMEOUT_MS,
  );

  test(
    'lets others be bought, and brings nothing back that was sold meanwhile',
    async () => {
      const { imported } = await opened.db.transaction(async (blocking) => {
        await lockProducts(blocking, ['a']);
        const begun = await beginBlockedImport();
        await opened.db.transaction(async (tx) => {
          await tx.execute(sql`set local lock_timeout = '1s'`);
          await lockProducts(tx, ['m7', 'z']);
          await tx.update(products).set({ stock: 5 }).where(eq(products.id, 'z'));
        });
        await blocking.update(products).set({ stock: 6 }).where(eq(products.id, 'a'));
        return begun;
      });
      await imported;
      const stocks = await query(
        database.url,
        "select id, stock from products where id in ('a', 'z') order by id",
      );
      expect(stocks).toEqual([
        { id: 'a', stock: 6 },
        { id: 'z', stock: 5 },
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    'is the only one',
    async () => {
      const importIt = () => importCatalogue(opened.db, file, options);
      await whileNoOtherImports(database, async () => {
        await expect(whileNoOtherImports(database, importIt)).rejects.toThrow(
          'Nothing was imported: another import is running',
        );
      });
      await expect(whileNoOtherImports(database, importIt)).resolves.toMatchObject({ added: 400 });
    },
    TIMEOUT_MS,
  );
});
