import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { type Answer, answerTitle, measuresOf } from './answer.ts';
import { Explanation } from './Explanation.tsx';
import styles from './ResponsePanel.module.css';
import { ResponseViews } from './ResponseViews.tsx';
import { answerAtom, isSendingAtom } from './tester.ts';

interface ResponsePanelProps {
  /** Something was put into the form. */
  readonly onUse: () => void;
}

/** What the server answered: nothing, as long as nothing came back. */
export function ResponsePanel({ onUse }: ResponsePanelProps) {
  const answer = useAtomValue(answerAtom);
  const isSending = useAtomValue(isSendingAtom);
  const headingId = useId();
  const outcome = answer?.outcome;
  return (
    <section aria-labelledby={headingId} aria-busy={isSending} className={styles.panel}>
      <h2 id={headingId} className={styles.title}>
        Response
      </h2>
      <div role="status" className={styles.status}>
        <Status answer={answer} isSending={isSending} />
      </div>
      {answer && outcome?.kind !== 'none' && <ResponseViews answer={answer} />}
      {answer && outcome?.kind === 'unhandled' && (
        <Explanation request={answer.request} onUse={onUse} />
      )}
    </section>
  );
}

interface StatusProps {
  readonly answer: Answer | null;
  readonly isSending: boolean;
}

function Status({ answer, isSending }: StatusProps) {
  if (isSending) return <p className={styles.measures}>Waiting for the answer…</p>;
  if (!answer || answer.outcome.kind === 'none') {
    return (
      <>
        <p className={styles.empty}>Response is undefined.</p>
        {answer?.outcome.kind === 'none' && (
          <p className={styles.measures}>No answer came: {answer.outcome.reason}</p>
        )}
      </>
    );
  }
  const { outcome } = answer;
  const isFine = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
  return (
    <>
      <p className={styles.result} data-fine={isFine}>
        {answerTitle(answer)}
      </p>
      <p className={styles.measures}>{measuresOf(answer)}</p>
    </>
  );
}
