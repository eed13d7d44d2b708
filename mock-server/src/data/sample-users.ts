import { demoAccount } from '@patchwork/domain';
import { firstAddresses, type UserRow } from './user-row.ts';

/** In an exported snapshot it stands for each password that a user chose. */
export const reproductionPassword = 'reproduction';

const asha = {
  _id: 'asha-rao',
  name: 'Asha Rao',
  firstName: 'Asha',
  lastName: 'Rao',
  ...demoAccount,
};

/** Every new mock has the demo account. */
export const sampleUsers: readonly UserRow[] = [
  {
    ...asha,
    createdAt: '2026-01-15T10:30:00+05:30',
    updatedAt: '2026-01-15T10:30:00+05:30',
    cart: [],
    wishlist: [],
    addresses: firstAddresses(asha),
    orders: [],
    checkouts: [],
    endedSessions: [],
  },
];
