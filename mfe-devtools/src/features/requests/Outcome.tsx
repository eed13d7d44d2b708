import type { CallOutcome } from '@patchwork/devtools-bridge';
import { describeDuration } from '../../measure.ts';
import { ValueTree } from '../../ValueTree.tsx';
import detail from './CallDetail.module.css';
import { CallStatus } from './CallStatus.tsx';
import { HeaderList } from './HeaderList.tsx';
import styles from './Outcome.module.css';

interface OutcomeProps {
  readonly title: string;
  readonly outcome: CallOutcome | undefined;
}

/** The result of a call. */
export function Outcome({ title, outcome }: OutcomeProps) {
  return (
    <section className={detail.part} aria-label={title}>
      <h4 className={`${detail.partTitle} ${styles.title}`}>
        {title} <CallStatus outcome={outcome} isLong />
        {outcome && <span className={styles.duration}>{describeDuration(outcome.duration)}</span>}
      </h4>
      {outcome?.kind === 'responded' && (
        <>
          <ValueTree name="body" value={outcome.data} isOpen />
          <details>
            <summary>Headers</summary>
            <HeaderList headers={outcome.headers} />
          </details>
        </>
      )}
    </section>
  );
}
