import { memo, useState } from 'react';
import { Chip } from '../../Chip.tsx';
import disclosure from '../../Disclosure.module.css';
import { describeTime } from '../../measure.ts';
import { preview } from '../../preview.ts';
import { ValueTree } from '../../ValueTree.tsx';
import words from '../../Words.module.css';
import type { ActionRecord } from './shared-state.ts';
import styles from './ValueRow.module.css';

interface Loading {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
}

/** Something the server knows, as far as it is loaded: the `Load` and `ListLoad` of packages/state. */
const isLoading = (value: unknown): value is Loading =>
  typeof value === 'object' && value !== null && 'isPending' in value && 'data' in value;

/** A shared value in one short line. */
function describeValue(value: unknown): string {
  if (!isLoading(value)) return preview(value);
  const { data, isPending, isError } = value;
  if (isError) return data === undefined ? 'failed' : `failed, ${preview(data)} from before`;
  return isPending ? 'loading' : preview(data);
}

interface ValueRowProps {
  readonly name: string;
  readonly value: unknown;
  /** Who may write it, as a list in words. */
  readonly writers: string;
  /** A query that nothing on the page uses. */
  readonly isUnused: boolean;
  readonly lastAction: ActionRecord | undefined;
}

/** A shared value in a line; opened, all of it and who may write it. */
export const ValueRow = memo(function ValueRow(props: ValueRowProps) {
  const { name, value, writers, isUnused, lastAction } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={disclosure.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`${disclosure.summary} ${styles.summary}`}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.value}>
          {isUnused ? <Chip tone="calm">Not asked for</Chip> : describeValue(value)}
        </span>{' '}
        <span className={styles.write}>
          {lastAction && (
            <>
              {lastAction.atom.debugLabel} by {lastAction.by}{' '}
              <span className={styles.time}>{describeTime(lastAction.at)}</span>
            </>
          )}
        </span>
      </summary>
      {isOpen && (
        <div className={styles.body}>
          {isUnused && <p>Nothing on this page uses it, so it was not loaded.</p>}
          <ValueTree name="value" value={value} isOpen />
          <p className={words.soft}>Written by {writers}.</p>
        </div>
      )}
    </details>
  );
});
