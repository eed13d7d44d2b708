import type { LoginForm } from './auth-form.ts';

/** The public account behind 'Login as Guest'. A server without it refuses the guest. */
export const demoAccount: LoginForm = {
  email: 'asha@patchwork.example',
  password: 'marigold-2719',
};
