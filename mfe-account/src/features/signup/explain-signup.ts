import type { SignupForm } from '../../auth-form.ts';
import type { FieldErrors } from '../../form/useForm.ts';

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
