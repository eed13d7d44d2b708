import { demoAccount } from '@patchwork/domain';

/** The shopper behind 'Login as Guest'. Its password is public. */
export const sampleShopper = {
  name: 'Asha Rao',
  firstName: 'Asha',
  lastName: 'Rao',
  ...demoAccount,
  createdAt: '2026-01-15T10:30:00+05:30',
};
