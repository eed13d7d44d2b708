import type { CallRecord } from '@patchwork/devtools-bridge';
import { memo } from 'react';
import { describeDuration, describeTime } from '../../measure.ts';
import styles from './CallRow.module.css';
import { CallStatus } from './CallStatus.tsx';
import { pathOf } from './calls.ts';

interface CallRowProps {
  readonly call: CallRecord;
  readonly isSelected: boolean;
  /** The one row that the Tab key stops at. */
  readonly isStop: boolean;
  readonly onSelect: (id: number) => void;
  readonly onFocus: (id: number) => void;
}

export const CallRow = memo(function CallRow(props: CallRowProps) {
  const { call, isSelected, isStop, onSelect, onFocus } = props;
  const { id, method, initiator, startedAt, outcome } = call;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-current={isSelected ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        data-call={id}
        onClick={() => onSelect(id)}
        onFocus={() => onFocus(id)}
      >
        <span className={styles.method}>{method}</span>{' '}
        <span className={styles.path}>{pathOf(call)}</span>{' '}
        <span className={styles.status}>
          <CallStatus outcome={outcome} />
        </span>{' '}
        <span className={styles.initiator}>{initiator}</span>{' '}
        <span className={styles.number}>{outcome && describeDuration(outcome.duration)}</span>{' '}
        <span className={styles.number}>{describeTime(startedAt)}</span>
      </button>
    </li>
  );
});
