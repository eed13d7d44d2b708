import { useEffect, useRef } from 'react';
import styles from './FormError.module.css';

interface FormErrorProps {
  /** Reason why the form was not sent, or why the server refused it; undefined without an error. */
  message: string | undefined;
}

/** Error message of a whole form. It scrolls into view when it appears. */
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
