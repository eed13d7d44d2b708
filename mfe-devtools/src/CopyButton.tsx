import { Button } from '@patchwork/ui';
import { type ReactNode, useState } from 'react';
import styles from './CopyButton.module.css';
import { copyText } from './copy.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Copies a text and says, beside itself, how that went. */
export function CopyButton({ text, disabled = false, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState({ text: '', said: '' });
  const copy = async () => {
    const said = (await copyText(text)) ? 'Copied.' : 'The browser does not let this page copy.';
    setOutcome({ text, said });
  };
  return (
    <span className={styles.copy}>
      <Button variant="quiet" size="small" disabled={disabled} onClick={() => void copy()}>
        {children}
      </Button>
      {/* Another text has not been copied yet. */}
      <span role="status" className={styles.said}>
        {outcome.text === text && outcome.said}
      </span>
    </span>
  );
}
