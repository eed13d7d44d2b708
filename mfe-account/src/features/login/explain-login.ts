import type { LoginForm } from '@patchwork/domain';
import type { FieldErrors } from '../../form/useForm.ts';

/** Beside each field: what the login form's rule finds missing. */
export const explainLogin = ({ email, password }: LoginForm): FieldErrors<LoginForm> => ({
  ...(email.trim() === '' && { email: 'Enter your email.' }),
  ...(password === '' && { password: 'Enter your password.' }),
});
