import { FormError, PageHeading, TextField } from '@patchwork/shop/ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import styles from './Form.module.css';

interface FormProps extends Omit<ComponentProps<'form'>, 'className'> {
  /** Reason why the form was not sent, or was refused by the server. */
  message: string | undefined;
}

/**
 * A form whose message is last: it may arrive long after a button was pressed, and must not move the fields. The
 * browser's own validation is off: the page names what is missing, in the shop's words.
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
}

/** A password field with a button that shows what is typed. */
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

interface FormPageProps {
  heading: string;
  /** Text that says why an account helps, and a link to the other form. */
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
