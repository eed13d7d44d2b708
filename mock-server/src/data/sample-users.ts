import { demoAccount } from '@patchwork/domain';
import type { UserRow } from './rows.ts';

/** The password of every user in a parcel whose own must not travel. */
export const reproductionPassword = 'reproduction';

/** Every fresh mock has the demo account. */
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
