import { useEffect, useRef } from 'react';
import styles from './FormError.module.css';

interface FormErrorProps {
  /** Reason why the form was not sent or was refused by the server; undefined while there is none. */
  message: string | undefined;
}

/** The error line of a whole form. It is scrolled into view when it appears. */
export function FormError({ message }: FormErrorProps) {
  const alert = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (message !== undefined) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  if (message === undefined) return null;
  return (
    <p ref={alert} role="alert" className={styles.error}>
      {message}
    </p>
  );
}
