import { ASK_EMAIL, err, ok, parseEmail } from '@patchwork/shop/domain';
import { explainConfirmation, type LoginForm, refuseErrors } from './auth-form.ts';
import type { Validated } from './useForm.ts';

/* Forms that check an email. Not in auth-form.ts: the other forms' pages would have this code too. */

export interface SignupForm extends LoginForm {
  readonly name: string;
  readonly confirmPassword: string;
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
