import { memo, useState } from 'react';
import { Chip } from '../../Chip.tsx';
import disclosure from '../../Disclosure.module.css';
import { describeTime } from '../../measure.ts';
import { ValueTree } from '../../ValueTree.tsx';
import { describeValue } from './describe-value.ts';
import type { NamedWrite } from './last-write.ts';
import styles from './ValueRow.module.css';
import { writers } from './writers.ts';

interface ValueRowProps {
  readonly name: string;
  readonly value: unknown;
  /** A query that nobody on the page looks at. */
  readonly isUnasked: boolean;
  readonly lastWrite: NamedWrite | undefined;
}

function listWriters(name: string): string {
  const { verbs = [], others } = writers[name] ?? {};
  return [...verbs, ...(others === undefined ? [] : [others])].join(', ');
}

/** A shared value in a line; opened, all of it and who may write it. */
export const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { name, value, isUnasked, lastWrite } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={disclosure.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`${disclosure.summary} ${styles.summary}`}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.value}>
          {isUnasked ? <Chip tone="calm">Not asked for</Chip> : describeValue(value)}
        </span>{' '}
        <span className={styles.write}>
          {lastWrite && (
            <>
              {lastWrite.verb} by {lastWrite.by}{' '}
              <span className={styles.time}>{describeTime(lastWrite.at)}</span>
            </>
          )}
        </span>
      </summary>
      {isOpen && (
        <div className={styles.body}>
          {isUnasked && <p>Nobody on this page looks at it, so it was not loaded.</p>}
          <ValueTree name="value" value={value} isOpen />
          <p className={styles.writers}>Written by {listWriters(name)}.</p>
        </div>
      )}
    </details>
  );
});
