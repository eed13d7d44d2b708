import { demoAccount } from '@patchwork/domain';
import type { UserRow } from './rows.ts';

/** In an exported snapshot it stands for each password that a user chose. */
export const reproductionPassword = 'reproduction';

/** Every new mock has the demo account. */
export const sampleUsers: readonly UserRow[] = [
  {
    _id: 'asha-rao',
    name: 'Asha Rao',
    firstName: 'Asha',
    lastName: 'Rao',
    ...demoAccount,
    createdAt: '2026-01-15T10:30:00+05:30',
    updatedAt: '2026-01-15T10:30:00+05:30',
    cart: [],
    wishlist: [],
  },
];
