import type { UserRow } from './rows.ts';

/** The account behind 'Login as Guest': every fresh mock has it. */
export const sampleCredentials = {
  email: 'asha@patchwork.example',
  password: 'marigold-2719',
} as const;

/** The password of every user in a parcel whose own must not travel. */
export const reproductionPassword = 'reproduction';

export const sampleUsers: readonly UserRow[] = [
  {
    _id: 'asha-rao',
    name: 'Asha Rao',
    firstName: 'Asha',
    lastName: 'Rao',
    ...sampleCredentials,
    createdAt: '2026-01-15T10:30:00+05:30',
    updatedAt: '2026-01-15T10:30:00+05:30',
    cart: [],
    wishlist: [],
  },
];
