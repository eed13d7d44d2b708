import { err, normalizePassword, ok } from '@patchwork/shop/domain';
import type { FieldErrors, Validated } from './useForm.ts';

export interface LoginForm {
  readonly email: string;
  readonly password: string;
}

interface PasswordForm {
  readonly password: string;
  readonly confirmPassword: string;
}

/** Returns the form, or, if a field has an error, the errors with a sentence for the whole form. */
export const refuseErrors = <Values>(
  form: Values,
  message: string,
  errors: FieldErrors<Values>,
): Validated<Values> => (Object.keys(errors).length === 0 ? ok(form) : err({ message, errors }));

/** Validates the login form. Trims the email but not the password. */
export function validateLogin({ email, password }: LoginForm): Validated<LoginForm> {
  const form = { email: email.trim(), password };
  return refuseErrors(form, 'Please enter both the fields.', {
    ...(form.email === '' && { email: 'Enter your email.' }),
    ...(password === '' && { password: 'Enter your password.' }),
  });
}

export function explainConfirmation({
  password,
  confirmPassword,
}: PasswordForm): string | undefined {
  if (confirmPassword === '') return 'Enter the password again.';
  return normalizePassword(confirmPassword) === normalizePassword(password)
    ? undefined
    : 'This is not the same password.';
}

export const validatePassword = (form: Pick<LoginForm, 'password'>) => {
  const message = 'Enter your password.';
  return refuseErrors(form, message, { ...(form.password === '' && { password: message }) });
};

/** Validates the form for a new password. Keeps the password as it was typed. */
export function validateNewPassword(form: PasswordForm): Validated<PasswordForm> {
  const confirmation = explainConfirmation(form);
  return refuseErrors(form, 'Enter the same password twice.', {
    ...(form.password === '' && { password: 'Choose a password.' }),
    ...(confirmation !== undefined && { confirmPassword: confirmation }),
  });
}
