import { sampleCategories, sampleProducts, sampleShopper } from '@patchwork/sample-data';
import type { MockTables } from './rows.ts';
import { firstLists, type UserRow } from './rows.ts';

/** Password that an exported snapshot has in place of each one that a user chose. */
export const reproductionPassword = 'reproduction';

/** Users of a new mock: the demo account. */
export const sampleUsers: readonly UserRow[] = [
  {
    _id: 'asha-rao',
    ...sampleShopper,
    updatedAt: sampleShopper.createdAt,
    ...firstLists(sampleShopper),
  },
];

/** Rows of a new mock. */
export const sampleTables: MockTables = {
  products: sampleProducts,
  categories: sampleCategories,
  users: sampleUsers,
};
