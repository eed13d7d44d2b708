import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  name: string;
  /** What to correct here; undefined while nothing is known to be wrong. */
  error: string | undefined;
  /** A control at the field's end, inside its box. It gets the id of the input it acts on. */
  action?: (inputId: string) => ReactNode;
}

/** A required text field with its label, and its error below it. What is typed stays with the browser. */
export function TextField({ label, error, action, ...input }: TextFieldProps) {
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
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
