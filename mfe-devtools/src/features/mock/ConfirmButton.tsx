import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import buttons from '../../Buttons.module.css';
import { SmallButton } from '../../SmallButton.tsx';

interface ConfirmButtonProps {
  readonly question: string;
  /** The label of the button that confirms. */
  readonly yes: string;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** Asks first, before what cannot be undone with one click. */
export function ConfirmButton({ question, yes, onConfirm, children }: ConfirmButtonProps) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The focus moves from the button that is removed to the one that replaces it.
  const ask = (isOpen: boolean) => {
    flushSync(() => setIsAsking(isOpen));
    button.current?.focus();
  };
  if (!isAsking) {
    return (
      <SmallButton ref={button} variant="danger" onClick={() => ask(true)}>
        {children}
      </SmallButton>
    );
  }
  return (
    <fieldset className={buttons.row} aria-labelledby={id}>
      <span id={id}>{question}</span>
      <SmallButton
        ref={button}
        variant="danger"
        aria-describedby={id}
        onClick={() => {
          ask(false);
          onConfirm();
        }}
      >
        {yes}
      </SmallButton>
      <SmallButton onClick={() => ask(false)}>Keep</SmallButton>
    </fieldset>
  );
}
