import { FormError, PageHeading, TextField } from '@patchwork/shop/ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import styles from './Form.module.css';

interface FormProps extends Omit<ComponentProps<'form'>, 'className'> {
  /** Reason why the form was not sent, or why the server refused it. */
  message: string | undefined;
}

/**
 * Form with its message at the end, because a message that appears late must not move the fields. Native validation is
 * off, so that the messages are the shop's own.
 */
export const Form = ({ message, children, ...form }: FormProps) => (
  <form {...form} noValidate className={`sheet ${styles.form}`}>
    {children}
    <FormError message={message} />
  </form>
);

interface PasswordFieldProps {
  name: string;
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  announceError?: boolean;
}

/** Password field with a button that shows or hides the password. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      label="Password"
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      action={(inputId) => (
        <button
          type="button"
          className={styles.toggle}
          aria-controls={inputId}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> password</span>
        </button>
      )}
    />
  );
}

interface NewPasswordFieldsProps {
  errors: { readonly password?: string; readonly confirmPassword?: string };
}

export const NewPasswordFields = ({ errors }: NewPasswordFieldsProps) => (
  <>
    <PasswordField name="password" autoComplete="new-password" error={errors.password} />
    <TextField
      label="Confirm password"
      name="confirmPassword"
      type="password"
      autoComplete="new-password"
      error={errors.confirmPassword}
    />
  </>
);

interface FormPageProps {
  heading: string;
  /** Text below the heading: usually the purpose of the form, and a link to a related form. */
  introduction: ReactNode;
  children: ReactNode;
}

export function FormPage({ heading, introduction, children }: FormPageProps) {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.introduction}>
        <PageHeading>{heading}</PageHeading>
        {introduction}
      </div>
      {children}
    </div>
  );
}
