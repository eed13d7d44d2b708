import * as v from 'valibot';
import { categoryName, nonEmptyText, productFields } from './fields.ts';
import { type UserRow, userRow } from './user-row.ts';

export type { UserRow } from './user-row.ts';

const productRow = v.strictObject(productFields);
const categoryRow = v.strictObject({
  _id: nonEmptyText,
  categoryName,
  description: v.string('is text'),
  image: v.string('is text'),
});

/** The schema of each table's rows. */
export const rowSchemas = { products: productRow, categories: categoryRow, users: userRow };

export type ProductRow = Readonly<v.InferOutput<typeof productRow>>;
export type CategoryRow = Readonly<v.InferOutput<typeof categoryRow>>;

/** All data of the mock. Rows are never changed in place. */
export interface MockTables {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  readonly users: readonly UserRow[];
}
export type TableName = keyof MockTables;
