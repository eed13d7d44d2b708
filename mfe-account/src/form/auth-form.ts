import { err, ok } from '@patchwork/shop/domain';
import type { FieldErrors, Validated } from './useForm.ts';

export interface LoginForm {
  readonly email: string;
  readonly password: string;
}

export interface SignupForm extends LoginForm {
  readonly name: string;
  readonly confirmPassword: string;
}

/** Returns the form, or, if a field has an error, the errors with a sentence for the whole form. */
const refuseErrors = <Values>(
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

function explainConfirmation({
  password,
  confirmPassword,
}: Pick<SignupForm, 'password' | 'confirmPassword'>): string | undefined {
  if (confirmPassword === '') return 'Enter the password again.';
  return confirmPassword === password ? undefined : 'This is not the same password.';
}

export const validateEmail = ({ email }: Pick<LoginForm, 'email'>) => {
  const form = { email: email.trim() };
  const message = 'Enter your email.';
  return refuseErrors(form, message, { ...(form.email === '' && { email: message }) });
};

export const validatePassword = (form: Pick<LoginForm, 'password'>) => {
  const message = 'Enter your password.';
  return refuseErrors(form, message, { ...(form.password === '' && { password: message }) });
};

/** Validates the form for a new password. Keeps the password as it was typed. */
export function validateNewPassword(
  form: Pick<SignupForm, 'password' | 'confirmPassword'>,
): Validated<typeof form> {
  const confirmation = explainConfirmation(form);
  return refuseErrors(form, 'Enter the same password twice.', {
    ...(form.password === '' && { password: 'Choose a password.' }),
    ...(confirmation !== undefined && { confirmPassword: confirmation }),
  });
}

/** Validates the signup form. Trims the name and the email but not the password. */
export function validateSignup(input: SignupForm): Validated<SignupForm> {
  const form = { ...input, name: input.name.trim(), email: input.email.trim() };
  const confirmation = explainConfirmation(form);
  const message = 'All fields are mandatory, and the password and confirm password should match.';
  return refuseErrors(form, message, {
    ...(form.name === '' && { name: 'Enter your name.' }),
    ...(form.email === '' && { email: 'Enter your email.' }),
    ...(form.password === '' && { password: 'Choose a password.' }),
    ...(confirmation !== undefined && { confirmPassword: confirmation }),
  });
}
