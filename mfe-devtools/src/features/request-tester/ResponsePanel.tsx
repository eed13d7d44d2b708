import { Section } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import styles from './ResponsePanel.module.css';
import { ResponseViews } from './ResponseViews.tsx';
import { measuresOf, type StoredResponse, titleOf } from './response.ts';
import { isSendingAtom, responseAtom } from './tester.ts';

/** The response, or that there is none. */
export function ResponsePanel() {
  const response = useAtomValue(responseAtom);
  const isSending = useAtomValue(isSendingAtom);
  const outcome = response?.outcome;
  return (
    <Section title="Response" aria-busy={isSending} className={styles.panel}>
      <div role="status" className={styles.status}>
        <Status response={response} isSending={isSending} />
      </div>
      {response && outcome?.kind !== 'none' && <ResponseViews response={response} />}
    </Section>
  );
}

interface StatusProps {
  readonly response: StoredResponse | null;
  readonly isSending: boolean;
}

function Status({ response, isSending }: StatusProps) {
  if (isSending) return <p className={styles.measures}>Waiting for the response…</p>;
  if (!response || response.outcome.kind === 'none') {
    return (
      <>
        <p className={styles.empty}>Response is undefined.</p>
        {response?.outcome.kind === 'none' && (
          <p className={styles.measures}>There is no response: {response.outcome.reason}</p>
        )}
      </>
    );
  }
  const { outcome, duration, content } = response;
  const isFine = outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;
  return (
    <>
      <p className={styles.result} data-fine={isFine}>
        {titleOf(outcome)}
      </p>
      <p className={styles.measures}>{measuresOf(duration, content?.size)}</p>
    </>
  );
}
