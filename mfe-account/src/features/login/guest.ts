import type { LoginForm } from '@patchwork/domain';

/** The public demo account behind 'Login as Guest'. The mock's sample user is the same one. */
export const guest: LoginForm = {
  email: 'asha@patchwork.example',
  password: 'marigold-2719',
};
