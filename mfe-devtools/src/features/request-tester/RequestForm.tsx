import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftAtom } from '../../draft.ts';
import { BodyArea } from './BodyArea.tsx';
import { DraftCopies } from './DraftCopies.tsx';
import { HeadersArea } from './HeadersArea.tsx';
import { headerProblem } from './headers.ts';
import { InputRow } from './InputRow.tsx';
import styles from './RequestForm.module.css';
import { readEndpoint } from './target.ts';
import { isSendingAtom, submitAtom } from './tester.ts';

/** Ctrl+Enter, or Cmd+Enter, submits from every field. */
function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** The request before it is sent: method, endpoint, headers and body. */
export function RequestForm() {
  const draft = useAtomValue(draftAtom);
  const isSending = useAtomValue(isSendingAtom);
  const submit = useSetAtom(submitAtom);
  const target = readEndpoint(draft.endpoint, window.location.href);
  const [submitted, setSubmitted] = useState<string>();
  // Shown from the first submit on, and removed when the endpoint is edited.
  const error = !target.ok && submitted === draft.endpoint ? target.error : undefined;

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isSending) return;
    // Before the focus moves: a screen reader then reads the field together with its error.
    flushSync(() => setSubmitted(draft.endpoint));
    if (target.ok && !draft.headers.some(headerProblem)) {
      void submit(target.value);
      return;
    }
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <form
      noValidate
      aria-label="Request"
      aria-busy={isSending}
      className={`sheet ${styles.form}`}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <InputRow error={error} />
      <HeadersArea />
      <BodyArea />
      <DraftCopies />
    </form>
  );
}
