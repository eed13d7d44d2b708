import { type ReactNode, useState } from 'react';
import styles from './CopyButton.module.css';
import { SmallButton } from './SmallButton.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Copies a text, and shows beside it whether that worked. */
export function CopyButton({ text, disabled = false, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState({ text: '', message: '' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ text, message: 'Copied.' });
    } catch {
      // By permission, or without https.
      setOutcome({ text, message: 'The browser does not let this page copy.' });
    }
  };
  return (
    <span className={styles.copy}>
      <SmallButton disabled={disabled} onClick={() => void copy()}>
        {children}
      </SmallButton>
      {/* Another text has not been copied yet. */}
      <span role="status" className={styles.message}>
        {outcome.text === text && outcome.message}
      </span>
    </span>
  );
}
