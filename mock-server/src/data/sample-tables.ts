import { sampleCategories, sampleProducts, sampleShopper } from '@patchwork/api/sample-data';
import { encodeAddress } from '@patchwork/api/wire';
import { sampleAddress } from '@patchwork/domain';
import type { MockTables, UserRow } from './rows.ts';

/** Password that an exported snapshot has in place of each password that a user chose. */
export const reproductionPassword = 'reproduction';

/** Operator in a new mock. The password is public. */
export const sampleOperator = {
  name: 'Ravi Menon',
  firstName: 'Ravi',
  lastName: 'Menon',
  email: 'operator@patchwork.example',
  password: 'selvedge-1907',
  createdAt: sampleShopper.createdAt,
};

/** Returns the generated fields of a new user: empty lists and one address. */
export function firstLists(user: {
  readonly name?: unknown;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}) {
  const { firstName, lastName, email } = user;
  const name = typeof user.name === 'string' ? user.name : `${firstName} ${lastName}`;
  return {
    cart: [],
    wishlist: [],
    addresses: [encodeAddress(sampleAddress({ name, email }))],
    orders: [],
    checkouts: [],
    endedSessions: [],
    account: { tokens: [], mails: [] },
  };
}

/** Users in a new mock: the demo account and an operator. */
export const sampleUsers: readonly UserRow[] = [
  {
    _id: 'asha-rao',
    ...sampleShopper,
    updatedAt: sampleShopper.createdAt,
    ...firstLists(sampleShopper),
  },
  {
    _id: 'ravi-menon',
    ...sampleOperator,
    updatedAt: sampleOperator.createdAt,
    ...firstLists(sampleOperator),
    account: { role: 'operator', tokens: [], mails: [] },
  },
];

export const sampleTables: MockTables = {
  products: sampleProducts,
  categories: sampleCategories,
  users: sampleUsers,
};
