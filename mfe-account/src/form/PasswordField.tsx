import { TextField } from '@patchwork/shop/ui';
import { useState } from 'react';
import styles from './PasswordField.module.css';

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
