import { type EndpointName, endpoints } from '@patchwork/api';
import type { Failure } from '@patchwork/mock-server';
import { callTitle, percent } from '../../failures.ts';
import styles from './FailureTable.module.css';

const failureKinds: readonly { readonly as: Failure['as']; readonly label: string }[] = [
  { as: 'network', label: 'no response' },
  { as: 500, label: '500' },
  { as: 503, label: '503' },
  { as: 429, label: '429' },
  { as: 401, label: '401' },
  { as: 404, label: '404' },
];

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
  const offered = failureKinds.some(({ as }) => as === failure.as)
    ? failureKinds
    : [...failureKinds, { as: failure.as, label: String(failure.as) }];
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
          value={String(failure.as)}
          onChange={({ target }) =>
            onChange({
              ...failure,
              as: target.value === 'network' ? 'network' : Number(target.value),
            })
          }
        >
          {offered.map(({ as, label }) => (
            <option key={as} value={String(as)}>
              {label}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}
