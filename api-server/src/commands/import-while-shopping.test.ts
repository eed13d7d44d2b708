import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aProduct } from '@patchwork/domain/testing';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { lockProducts } from '../checkout/stock.ts';
import { openPostgres } from '../database/postgres.ts';
import { fromProduct } from '../database/product-row.ts';
import { products } from '../database/schema.ts';
import { createDatabase, query } from '../testing/postgres.ts';
import { importCatalogue } from './import-catalogue.ts';
import { csv } from './testing-catalogue.ts';

const postgresUrl = inject('postgresUrl');

const line = (id: string) => `${id},Shirt,MEN,M,1500,7`;

describe.skipIf(postgresUrl === null)('an import while shoppers check out', () => {
  test('waits for a checkout, whatever the order of the products in the file', async () => {
    const database = await createDatabase(postgresUrl ?? '');
    const { db, close } = await openPostgres(database.url, 2);
    const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-import-'));
    onTestFinished(async () => {
      await close();
      await database.drop();
      await rm(folder, { recursive: true });
    });
    const file = path.join(folder, 'catalogue.csv');
    // More than one statement of an import stores, so that it has locked the first when it needs the last.
    const between = Array.from({ length: 1000 }, (_, index) => line(`m${index}`));
    await writeFile(file, csv(line('z'), ...between, line('a')));
    await db
      .insert(products)
      .values(['a', 'z'].map((id) => ({ ...fromProduct(aProduct({ id })), stock: 1 })));

    const isImportWaiting = async () =>
      (await query(database.url, 'select from pg_locks where not granted')).length > 0;
    let imported: ReturnType<typeof importCatalogue> | undefined;
    await db.transaction(async (tx) => {
      await lockProducts(tx, ['a']);
      imported = importCatalogue(db, file, { dryRun: false, replace: false });
      await Promise.race([imported, expect.poll(isImportWaiting).toBe(true)]);
      await expect(lockProducts(tx, ['z'])).resolves.toHaveLength(1);
    });
    await expect(imported).resolves.toMatchObject({ added: 1000, changed: 2 });
  }, 60_000);
});
