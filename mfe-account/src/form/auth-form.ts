import { ASK_EMAIL, err, normalizePassword, ok, parseEmail } from '@patchwork/shop/domain';
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
  return normalizePassword(confirmPassword) === normalizePassword(password)
    ? undefined
    : 'This is not the same password.';
}

/** Returns what is wrong with an email for an account or a mail; undefined if nothing is. */
function explainEmail(email: string): string | undefined {
  if (email === '') return 'Enter your email.';
  return parseEmail(email) === undefined ? ASK_EMAIL : undefined;
}

/** Validates the form that asks for a mail. */
export function validateEmail({ email }: Pick<LoginForm, 'email'>) {
  const form = { email: email.trim() };
  const problem = explainEmail(form.email);
  return problem === undefined ? ok(form) : err({ message: problem, errors: { email: problem } });
}

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
  const problem = explainEmail(form.email);
  const others = {
    ...(form.name === '' && { name: 'Enter your name.' }),
    ...(form.password === '' && { password: 'Choose a password.' }),
    ...(confirmation !== undefined && { confirmPassword: confirmation }),
  };
  const isComplete = problem === ASK_EMAIL && Object.keys(others).length === 0;
  const message = isComplete
    ? ASK_EMAIL
    : 'All fields are mandatory, and the password and confirm password should match.';
  return refuseErrors(form, message, {
    ...others,
    ...(problem !== undefined && { email: problem }),
  });
}
