import { sampleCategories, sampleProducts } from '@patchwork/sample-data';
import type { MockTables } from './rows.ts';
import { sampleUsers } from './sample-users.ts';

/** What the tables of a new mock hold. */
export const sampleTables: MockTables = {
  products: sampleProducts,
  categories: sampleCategories,
  users: sampleUsers,
};
