import type { LoginForm } from '../../auth-form.ts';
import type { FieldErrors } from '../../form/useForm.ts';

/** The error of each field that is missing. */
export const explainLogin = ({ email, password }: LoginForm): FieldErrors<LoginForm> => ({
  ...(email.trim() === '' && { email: 'Enter your email.' }),
  ...(password === '' && { password: 'Enter your password.' }),
});
