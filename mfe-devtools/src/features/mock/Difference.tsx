import type { PatchStep } from '@patchwork/mock-server';
import styles from './TimeTravel.module.css';
import { describeStep } from './tellStep.ts';

interface DifferenceProps {
  readonly steps: readonly PatchStep[];
}

/** A scenario may exchange thousands of rows. */
const mostShown = 50;
const shownAtOnce = 3;

const count = new Intl.NumberFormat('en-IN');

/** What a change did to the data: its first steps, and the others on demand. */
export function Difference({ steps }: DifferenceProps) {
  const more = steps.slice(shownAtOnce, mostShown);
  const untold = steps.length - shownAtOnce - more.length;
  if (steps.length === 0) return null;
  return (
    <>
      <Steps steps={steps.slice(0, shownAtOnce)} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>{count.format(steps.length - shownAtOnce)} more</summary>
          <Steps steps={more} />
          {untold > 0 && <p>and {count.format(untold)} more that are not listed</p>}
        </details>
      )}
    </>
  );
}

function Steps({ steps }: DifferenceProps) {
  return (
    <ul className={styles.steps}>
      {steps.map((step, index) => {
        const { verb, place, value } = describeStep(step);
        return (
          // Steps may repeat, and never move: they are history.
          <li key={`${index} ${step.path}`} data-op={step.op}>
            <span className={styles.verb}>{verb}</span> <code>{place}</code>
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
