import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import type { Failure, MockControl, MockSettings } from '@patchwork/mock-server';
import { TableHead } from '@patchwork/ui';
import { useId } from 'react';
import buttons from '../../Buttons.module.css';
import { callTitle, describeFailures, percent } from '../../failures.ts';
import { SmallButton } from '../../SmallButton.tsx';
import lines from '../../Table.module.css';
import { TextList } from '../../TextList.tsx';
import words from '../../Words.module.css';
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
      <div className={`${buttons.row} ${styles.head}`}>
        <h4 id={id}>What fails</h4>
        <SmallButton aria-disabled={fails.length === 0} onClick={() => change({ failures: {} })}>
          Let nothing fail
        </SmallButton>
      </div>
      <div role="status" className={words.soft}>
        {fails.length === 0 ? (
          <p>Nothing fails on purpose.</p>
        ) : (
          <TextList texts={fails} className={words.warning} />
        )}
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

const endings: readonly Failure['as'][] = ['network', 500, 503, 429, 401, 404];

const none: Failure = { rate: 0, as: 500 };

interface FailureRowProps {
  readonly name: EndpointName;
  readonly failure: Failure | undefined;
  readonly onChange: (failure: Failure) => void;
}

function FailureRow({ name, failure = none, onChange }: FailureRowProps) {
  const { method, path } = endpoints[name];
  const title = callTitle(name);
  // An imported snapshot may use another status.
  const offered = new Set([...endings, failure.as]);
  return (
    <tr data-fails={failure.rate > 0}>
      <th scope="row">
        <code>
          <span className={styles.method}>{method}</span> {path}
        </code>
      </th>
      <td>
        <div className={styles.rate}>
          <input
            type="range"
            aria-label={`How many of ${title} fail`}
            aria-valuetext={percent(failure.rate)}
            className={styles.range}
            min={0}
            max={100}
            step={5}
            value={Math.round(failure.rate * 100)}
            onChange={({ target }) => onChange({ ...failure, rate: target.valueAsNumber / 100 })}
          />
          <span className={styles.percent} aria-hidden="true">
            {percent(failure.rate)}
          </span>
        </div>
      </td>
      <td>
        <select
          className={styles.ending}
          aria-label={`How ${title} fails`}
          value={failure.as}
          onChange={({ target: { value } }) =>
            onChange({ ...failure, as: value === 'network' ? value : Number(value) })
          }
        >
          {[...offered].map((as) => (
            <option key={as} value={as}>
              {as === 'network' ? 'no response' : as}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}
