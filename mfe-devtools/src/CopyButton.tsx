import { type ReactNode, useState } from 'react';
import styles from './CopyButton.module.css';
import { SmallButton } from './SmallButton.tsx';

/** Copies text to the clipboard. False where the browser forbids it: by permission, or without https. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyButtonProps {
  readonly text: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Copies a text, and shows beside it whether that worked. */
export function CopyButton({ text, disabled = false, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState({ text: '', message: '' });
  const copy = async () => {
    const message = (await copyText(text)) ? 'Copied.' : 'The browser does not let this page copy.';
    setOutcome({ text, message });
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
