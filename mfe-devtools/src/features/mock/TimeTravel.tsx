import type { MockState, PatchStep } from '@patchwork/mock-server';
import { Section } from '@patchwork/ui';
import { useId } from 'react';
import { SmallButton } from '../../controls.tsx';
import { describeTime, formatCount } from '../../measure.ts';
import look from '../../styles.module.css';
import styles from './MockTab.module.css';

const actions = { add: 'Added', remove: 'Removed', replace: 'Changed' } as const;

const MAX_LENGTH = 80;

const shorten = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * Describes one step of a difference, with the target as 'products › puddle-raincoat › price' and the value as
 * shortened JSON. A path that ends with '-' appends to a list.
 */
export function describeStep({ op, path, value }: PatchStep) {
  const isAppended = op === 'add' && path.endsWith('/-');
  const names = path.split('/').slice(1, isAppended ? -1 : undefined);
  return {
    action: isAppended ? 'Added to' : actions[op],
    target: names.map(unescapeName).join(' › '),
    value: op === 'remove' ? undefined : shorten(JSON.stringify(value) ?? 'nothing'),
  };
}

/** Maximum number of listed steps, because a scenario may replace thousands of rows. */
const MAX_SHOWN = 50;
const SHOWN_AT_ONCE = 3;

interface TimeTravelProps {
  readonly changes: MockState['changes'];
  readonly goBack: (change: number) => void;
}

/** List of the data's changes, newest first, each with a button that goes back to it. */
export function TimeTravel({ changes, goBack }: TimeTravelProps) {
  const id = useId();
  return (
    <Section title="What happened to the data" level={3}>
      <p className={look.hint}>
        One entry for each request or edit that changed something; the last 100.
      </p>
      <ol reversed>
        {changes.toReversed().map((change) => {
          const isCurrent = change === changes.at(-1);
          return (
            <li
              key={change.id}
              className={`${look.entry} ${styles.change}`}
              aria-current={isCurrent}
            >
              <time className={look.time} dateTime={new Date(change.at).toISOString()}>
                <span className={styles.id}>{change.id}</span>
                {describeTime(change.at)}
              </time>
              <div className={styles.story}>
                <h4 id={`${id}-${change.id}`} className={look.code}>
                  {change.cause}
                </h4>
                <Difference steps={change.difference} />
              </div>
              <SmallButton
                aria-disabled={isCurrent}
                aria-describedby={`${id}-${change.id}`}
                onClick={() => isCurrent || goBack(change.id)}
              >
                {isCurrent ? 'You are here' : 'Go back to this'}
              </SmallButton>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** Steps of one change, at most MAX_SHOWN. Those after the first SHOWN_AT_ONCE are in a disclosure. */
function Difference({ steps }: { readonly steps: readonly PatchStep[] }) {
  const more = steps.slice(SHOWN_AT_ONCE, MAX_SHOWN);
  const unlisted = steps.length - SHOWN_AT_ONCE - more.length;
  if (steps.length === 0) return null;
  return (
    <>
      <Steps steps={steps.slice(0, SHOWN_AT_ONCE)} />
      {more.length > 0 && (
        <details>
          <summary className={`${look.soft} ${styles.more}`}>
            {formatCount(steps.length - SHOWN_AT_ONCE)} more
          </summary>
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
          // The index is part of the key because two steps may be equal. The list never changes.
          <li key={`${index} ${step.path}`} data-op={step.op}>
            <span>{action}</span> <code>{target}</code>
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
