import { type ComponentProps, useEffect, useRef } from 'react';
import styles from './Form.module.css';

interface FormProps extends Omit<ComponentProps<'form'>, 'className'> {
  /** What keeps the form from being sent, or what the server refused. */
  message: string | undefined;
}

/**
 * The message stands last: it may arrive long after the press of a button, and pushes nothing away.
 * The browser's own validation is off: the page says what is missing, in the shop's words.
 */
export function Form({ message, children, ...form }: FormProps) {
  const alert = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (message !== undefined) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  return (
    <form {...form} noValidate className={styles.form}>
      {children}
      {message !== undefined && (
        <p ref={alert} role="alert" className={styles.message}>
          {message}
        </p>
      )}
    </form>
  );
}
