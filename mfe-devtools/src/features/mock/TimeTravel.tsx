import type { MockState } from '@patchwork/mock-server';
import { Button } from '@patchwork/ui';
import { useId } from 'react';
import { Difference } from './Difference.tsx';
import styles from './TimeTravel.module.css';

interface TimeTravelProps {
  readonly state: MockState;
  readonly goBack: (snapshot: number) => void;
}

const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', hourCycle: 'h23' });

/** What happened to the data, newest first, and the way to any moment of it. */
export function TimeTravel({ state: { snapshots, current }, goBack }: TimeTravelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.past}>
      <h3 id={id} className={styles.heading}>
        What happened to the data
      </h3>
      <p className={styles.hint}>
        One entry for each request or edit that changed something; the last 100.
      </p>
      <ol reversed className={styles.list}>
        {snapshots.toReversed().map((snapshot) => {
          const isCurrent = snapshot.id === current;
          return (
            <li key={snapshot.id} className={styles.entry} aria-current={isCurrent}>
              <time className={styles.time} dateTime={new Date(snapshot.at).toISOString()}>
                <span className={styles.id}>{snapshot.id}</span>
                {time.format(snapshot.at)}
              </time>
              <div className={styles.story}>
                <h4 id={`${id}-${snapshot.id}`} className={styles.cause}>
                  {snapshot.cause}
                </h4>
                <Difference steps={snapshot.difference} />
              </div>
              <Button
                variant="quiet"
                size="small"
                aria-disabled={isCurrent}
                aria-describedby={`${id}-${snapshot.id}`}
                onClick={() => isCurrent || goBack(snapshot.id)}
              >
                {isCurrent ? 'You are here' : 'Go back to this'}
              </Button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
