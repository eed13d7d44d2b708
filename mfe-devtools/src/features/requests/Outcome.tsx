import type { CallOutcome } from '@patchwork/devtools-bridge';
import { Facts } from '../../Facts.tsx';
import { describeDuration } from '../../measure.ts';
import { Secret } from '../../Secret.tsx';
import { isSecret } from '../../secrets.ts';
import { ValueTree } from '../../ValueTree.tsx';
import detail from './CallDetail.module.css';
import { CallStatus } from './CallStatus.tsx';
import styles from './Outcome.module.css';

interface HeaderListProps {
  readonly headers: Readonly<Record<string, string>>;
  readonly open?: boolean;
}

/** The headers of a request or a response, to be opened. */
export function HeaderList({ headers, open = false }: HeaderListProps) {
  const facts = Object.entries(headers).map(
    ([name, value]) =>
      [name, isSecret(name) ? <Secret name={name} text={value} /> : value] as const,
  );
  return (
    <details open={open}>
      <summary>Headers</summary>
      {facts.length === 0 ? <p>none</p> : <Facts facts={facts} />}
    </details>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly outcome: CallOutcome | undefined;
}

/** The result of a call. */
export function Outcome({ title, outcome }: OutcomeProps) {
  return (
    <section className={detail.part} aria-label={title}>
      <h4 className={styles.title}>
        {title} <CallStatus outcome={outcome} isLong />
        {outcome && <span className={styles.duration}>{describeDuration(outcome.duration)}</span>}
      </h4>
      {outcome?.kind === 'responded' && (
        <>
          <ValueTree name="body" value={outcome.data} isOpen />
          <HeaderList headers={outcome.headers} />
        </>
      )}
    </section>
  );
}
