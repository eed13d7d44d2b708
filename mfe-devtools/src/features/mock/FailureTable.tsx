import { type EndpointName, endpointNames } from '@patchwork/api';
import type { Failure, MockControl, MockSettings } from '@patchwork/mock-server';
import { TableHead } from '@patchwork/ui';
import { useId } from 'react';
import { describeFailures } from '../../failures.ts';
import { SmallButton } from '../../SmallButton.tsx';
import lines from '../../Table.module.css';
import { TextList } from '../../TextList.tsx';
import { FailureRow } from './FailureRow.tsx';
import styles from './FailureTable.module.css';

interface FailureTableProps {
  readonly failures: MockSettings['failures'];
  readonly change: MockControl['changeSettings'];
}

/** For each endpoint, how many of its calls fail on purpose, and how. */
export function FailureTable({ failures, change }: FailureTableProps) {
  const id = useId();
  const fails = describeFailures(failures);
  const setFailure = (name: EndpointName, failure: Failure) =>
    change({ failures: { ...failures, [name]: failure } });
  return (
    <div className={styles.failures}>
      <div className={styles.head}>
        <h4 id={id} className={styles.title}>
          What fails
        </h4>
        <SmallButton aria-disabled={fails.length === 0} onClick={() => change({ failures: {} })}>
          Let nothing fail
        </SmallButton>
      </div>
      <div role="status" className={styles.summary}>
        {fails.length === 0 ? <p>Nothing fails on purpose.</p> : <TextList texts={fails} />}
      </div>
      <table className={`${lines.table} ${styles.table}`} aria-labelledby={id}>
        <TableHead columns={['Call', 'How many fail', 'With']} />
        <tbody>
          {endpointNames.map((name) => (
            <FailureRow
              key={name}
              name={name}
              failure={failures[name]}
              onChange={(failure) => setFailure(name, failure)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
