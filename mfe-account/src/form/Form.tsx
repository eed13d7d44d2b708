import { FormError, PageHeading, Stitch } from '@patchwork/shop/ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Form.module.css';

interface FormProps extends Omit<ComponentProps<'form'>, 'className'> {
  /** Why the form was not sent, or what the server refused. */
  message: string | undefined;
}

/**
 * The message is last: it may arrive long after a button was pressed, and must not move the fields.
 * The browser's own validation is off: the page names what is missing, in the shop's words.
 */
export const Form = ({ message, children, ...form }: FormProps) => (
  <form {...form} noValidate className={`sheet ${styles.form}`}>
    {children}
    <FormError message={message} />
  </form>
);

interface FormPageProps {
  heading: string;
  /** Why an account helps, and a link to the other form. */
  introduction: ReactNode;
  children: ReactNode;
}

export function FormPage({ heading, introduction, children }: FormPageProps) {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.introduction}>
        <PageHeading>{heading}</PageHeading>
        <Stitch />
        {introduction}
      </div>
      {children}
    </div>
  );
}
