import { err, ok, type Result } from '@patchwork/shop/domain';

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
