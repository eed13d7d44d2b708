import { type EndpointName, endpoints } from '@patchwork/api';
import type { Failure } from '@patchwork/mock-server';
import { callTitle, percent } from '../../failures.ts';
import styles from './FailureTable.module.css';

const endings: readonly Failure['as'][] = ['network', 500, 503, 429, 401, 404];

const none: Failure = { rate: 0, as: 500 };

interface FailureRowProps {
  readonly name: EndpointName;
  readonly failure: Failure | undefined;
  readonly onChange: (failure: Failure) => void;
}

export function FailureRow({ name, failure = none, onChange }: FailureRowProps) {
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
