import type {
  CategoryRow,
  MockTables,
  ProductRow,
  TableName,
  UserRow,
} from '@patchwork/mock-server';
import { createWordFilter } from '../../match-words.ts';
import { counted } from '../../measure.ts';

export type Row = MockTables[TableName][number];

interface Column<T> {
  readonly title: string;
  readonly text: (row: T) => string;
}

const products: readonly Column<ProductRow>[] = [
  { title: 'Title', text: ({ title }) => title },
  { title: 'Category', text: ({ category }) => category },
  { title: 'Size', text: ({ size }) => size },
  { title: 'Price', text: ({ price }) => price },
  { title: 'Stock', text: ({ in_stock }) => (in_stock ? 'in stock' : 'sold out') },
];

const categories: readonly Column<CategoryRow>[] = [
  { title: 'Name', text: ({ categoryName }) => categoryName },
  { title: 'Description', text: ({ description }) => description },
];

const users: readonly Column<UserRow>[] = [
  { title: 'Email', text: ({ email }) => email },
  { title: 'Name', text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  { title: 'Cart', text: ({ cart }) => counted(cart.length, 'line', 'lines') },
  { title: 'Wishlist', text: ({ wishlist }) => counted(wishlist.length, 'product', 'products') },
  { title: 'Orders', text: ({ orders }) => counted(orders.length, 'order', 'orders') },
];

/** Columns of each table's list in addition to _id. */
export const columns = { products, categories, users } as Readonly<
  Record<TableName, readonly Column<Row>[]>
>;

export const tableNames = Object.keys(columns) as TableName[];

export const tableTitles: Readonly<Record<TableName, string>> = {
  products: 'Products',
  categories: 'Categories',
  users: 'Users',
};

const now = '2026-01-15T10:30:00+05:30';

/** Valid row of each table, as a template in the editor for new rows. */
export const newRows = {
  products: {
    _id: 'new-product',
    title: 'New Product',
    image: '/images/puddle-raincoat.svg',
    description: 'What it is made of.',
    category: 'Kids',
    size: 'M',
    price: '999',
    original_price: '1299',
    rating: '4.5',
    reviews: '12',
    in_stock: true,
    delivery_time: '4',
    trending: false,
  },
  categories: {
    _id: 'new-category',
    categoryName: 'Kids',
    description: 'Who it is for.',
    image: '/images/category-kids.svg',
  },
  users: {
    _id: 'new-user',
    firstName: 'New',
    lastName: 'User',
    email: 'new@patchwork.example',
    password: 'marigold',
    createdAt: now,
    updatedAt: now,
    cart: [],
    wishlist: [],
    addresses: [],
    orders: [],
    checkouts: [],
    endedSessions: [],
    account: { tokens: [], mails: [] },
  },
} as const satisfies { readonly [T in TableName]: MockTables[T][number] };

/** Returns the rows whose values contain every word of the query. */
export function searchRows<T extends Row>(rows: readonly T[], query: string): readonly T[] {
  const matches = createWordFilter(query);
  if (query.trim() === '') return rows;
  return rows.filter((row) => matches(JSON.stringify(Object.values(row))));
}
