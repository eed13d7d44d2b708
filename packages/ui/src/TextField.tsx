import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  name: string;
  /** Sentence that says what to correct; undefined while nothing is known to be wrong. */
  error: string | undefined;
  /** Reads the error out when it appears. For a form without a FormError. */
  announceError?: boolean;
  /** A control at the field's end, inside its box. It gets the id of the input it acts on. */
  action?: (inputId: string) => ReactNode;
}

/** A required text field with its label, and its error below it. The browser holds what is typed. */
export function TextField({ label, error, announceError, action, ...input }: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          className={styles.input}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        {action?.(id)}
      </div>
      {error !== undefined && (
        <p id={errorId} role={announceError ? 'alert' : undefined} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
