import type { PatchStep } from '@patchwork/mock-server';
import { formatCount } from '../../measure.ts';
import { describeStep } from './describe-step.ts';
import styles from './TimeTravel.module.css';

/** A scenario may replace thousands of rows. */
const MAX_SHOWN = 50;
const SHOWN_AT_ONCE = 3;

/** The steps of one change: the first ones, and the others in a disclosure. */
export function Difference({ steps }: { readonly steps: readonly PatchStep[] }) {
  const more = steps.slice(SHOWN_AT_ONCE, MAX_SHOWN);
  const unlisted = steps.length - SHOWN_AT_ONCE - more.length;
  if (steps.length === 0) return null;
  return (
    <>
      <Steps steps={steps.slice(0, SHOWN_AT_ONCE)} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>{formatCount(steps.length - SHOWN_AT_ONCE)} more</summary>
          <Steps steps={more} />
          {unlisted > 0 && <p>and {formatCount(unlisted)} more that are not listed</p>}
        </details>
      )}
    </>
  );
}

function Steps({ steps }: { readonly steps: readonly PatchStep[] }) {
  return (
    <ul className={styles.steps}>
      {steps.map((step, index) => {
        const { action, target, value } = describeStep(step);
        return (
          // The list never changes, and two steps may be equal: the index is part of the key.
          <li key={`${index} ${step.path}`} data-op={step.op}>
            <span className={styles.action}>{action}</span> <code>{target}</code>
            {value !== undefined && (
              <>
                {step.op === 'replace' ? ' to ' : ': '}
                <code>{value}</code>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
