import { err, ok, type Result } from '@patchwork/shop/domain';
import type { FieldErrors } from './useForm.ts';

export interface LoginForm {
  readonly email: string;
  readonly password: string;
}

export interface SignupForm extends LoginForm {
  readonly name: string;
  readonly confirmPassword: string;
}

/** The login form with its email trimmed, or the sentence to show. A password is taken as typed. */
export function validateLogin({ email, password }: LoginForm): Result<LoginForm, string> {
  const form = { email: email.trim(), password };
  return form.email !== '' && password !== '' ? ok(form) : err('Please enter both the fields.');
}

/** The signup form with name and email trimmed, or the sentence to show. */
export function validateSignup(input: SignupForm): Result<SignupForm, string> {
  const form = { ...input, name: input.name.trim(), email: input.email.trim() };
  const filled = form.name !== '' && form.email !== '' && form.password !== '';
  return filled && form.password === form.confirmPassword
    ? ok(form)
    : err('All fields are mandatory, and the password and confirm password should match.');
}

/** The error of each field that is missing. */
export const explainLogin = ({ email, password }: LoginForm): FieldErrors<LoginForm> => ({
  ...(email.trim() === '' && { email: 'Enter your email.' }),
  ...(password === '' && { password: 'Enter your password.' }),
});

function explainConfirmation({ password, confirmPassword }: SignupForm): string | undefined {
  if (confirmPassword === '') return 'Enter the password again.';
  return confirmPassword === password ? undefined : 'This is not the same password.';
}

/** The error of each field that is missing or wrong. */
export function explainSignup(form: SignupForm): FieldErrors<SignupForm> {
  const confirmation = explainConfirmation(form);
  return {
    ...(form.name.trim() === '' && { name: 'Enter your name.' }),
    ...(form.email.trim() === '' && { email: 'Enter your email.' }),
    ...(form.password === '' && { password: 'Choose a password.' }),
    ...(confirmation !== undefined && { confirmPassword: confirmation }),
  };
}
