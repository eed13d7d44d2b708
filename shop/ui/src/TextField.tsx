import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  name: string;
  /** Error message that says what to correct; undefined without an error. */
  error: string | undefined;
  /** Whether to announce the error to screen readers when it appears. For forms without a FormError. */
  announceError?: boolean;
  /** Control at the end of the field, inside its border. Gets the input's id. */
  action?: (inputId: string) => ReactNode;
}

/** A required text field with a label above and its error below. Uncontrolled: the browser holds the text. */
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
