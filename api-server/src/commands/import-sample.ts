import { endpoints } from '@patchwork/api';
import { sampleProductsInSizes } from '@patchwork/api/sample-data/styles';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { seedCategories } from '../rows/seed.ts';
import { findStocks, tidyProducts, writeBatch } from './write-products.ts';

interface SampleResult {
  readonly added: number;
  readonly changed: number;
}

/**
 * Adds the sample in sizes and colours, and changes those of its products that exist, in one transaction. `stock` is the
 * number of pieces of each new product in stock.
 */
export async function importSample(db: Database, stock: number): Promise<SampleResult> {
  const { products } = v.parse(endpoints.listProducts.response, {
    products: [...sampleProductsInSizes],
  });
  const batch = products.map((product) => ({
    at: product.id,
    product: { ...product, pictures: [...(product.pictures ?? [])] },
    stock: product.inStock ? stock : 0,
  }));
  const known = await findStocks(db, batch);
  await seedCategories(db);
  await writeBatch(db, batch, { replace: false, setStock: false });
  await tidyProducts(db);
  return { added: batch.length - known.size, changed: known.size };
}
