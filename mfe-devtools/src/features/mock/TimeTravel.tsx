import type { MockState } from '@patchwork/mock-server';
import { Section } from '@patchwork/ui';
import { useId } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import { Difference } from './Difference.tsx';
import tab from './MockTab.module.css';
import styles from './TimeTravel.module.css';

interface TimeTravelProps {
  readonly changes: MockState['changes'];
  readonly goBack: (change: number) => void;
}

const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', hourCycle: 'h23' });

/** The changes of the data, newest first, each with a button that goes back to it. */
export function TimeTravel({ changes, goBack }: TimeTravelProps) {
  const id = useId();
  return (
    <Section title="What happened to the data" level={3}>
      <p className={tab.hint}>
        One entry for each request or edit that changed something; the last 100.
      </p>
      <ol reversed>
        {changes.toReversed().map((change) => {
          const isCurrent = change === changes.at(-1);
          return (
            <li key={change.id} className={styles.entry} aria-current={isCurrent}>
              <time className={styles.time} dateTime={new Date(change.at).toISOString()}>
                <span className={styles.id}>{change.id}</span>
                {time.format(change.at)}
              </time>
              <div className={styles.story}>
                <h4 id={`${id}-${change.id}`} className={styles.cause}>
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
