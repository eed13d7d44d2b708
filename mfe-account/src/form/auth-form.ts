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

/** Returns the form or, if it has errors, a refusal with the sentence to show for the whole form. */
const refuseErrors = <Values>(
  form: Values,
  message: string,
  errors: FieldErrors<Values>,
): Validated<Values> => (Object.keys(errors).length === 0 ? ok(form) : err({ message, errors }));

/** Returns the login form with its email trimmed. A password is taken as typed. */
export function validateLogin({ email, password }: LoginForm): Validated<LoginForm> {
  const form = { email: email.trim(), password };
  return refuseErrors(form, 'Please enter both the fields.', {
    ...(form.email === '' && { email: 'Enter your email.' }),
    ...(password === '' && { password: 'Enter your password.' }),
  });
}

function explainConfirmation({ password, confirmPassword }: SignupForm): string | undefined {
  if (confirmPassword === '') return 'Enter the password again.';
  return confirmPassword === password ? undefined : 'This is not the same password.';
}

/** Returns the signup form with name and email trimmed. */
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
