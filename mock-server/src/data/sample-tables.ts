import type { MockTables } from './rows.ts';
import { sampleCategories } from './sample-categories.ts';
import { sampleProducts } from './sample-products.ts';
import { sampleUsers } from './sample-users.ts';

/** What the tables of a new mock hold. */
export const sampleTables: MockTables = {
  products: sampleProducts,
  categories: sampleCategories,
  users: sampleUsers,
};
