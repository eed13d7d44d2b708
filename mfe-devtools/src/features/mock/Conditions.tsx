import type { MockControl, MockState, ScenarioName } from '@patchwork/mock-server';
import { Section } from '@patchwork/ui';
import { useId } from 'react';
import { describeDelay } from '../../failures.ts';
import styles from './Conditions.module.css';
import { FailureTable } from './FailureTable.tsx';
import { ScenarioList } from './ScenarioList.tsx';
import { SeedField } from './SeedField.tsx';

interface ConditionsProps {
  readonly state: MockState;
  readonly control: MockControl;
  readonly play: (scenario: ScenarioName) => void;
}

/** The conditions that the shop runs under: a scenario, or delay and failures one by one. */
export function Conditions({ state: { scenario, settings }, control, play }: ConditionsProps) {
  const { delay, seed, failures } = settings;
  const change = control.changeSettings;
  const id = useId();
  return (
    <div className={styles.conditions}>
      <ScenarioList current={scenario} play={play} />
      <Section title="Network" level={3} className={styles.network}>
        <div className={styles.dials}>
          <div className={styles.dial}>
            <label htmlFor={id}>Delay of every response</label>
            <div className={styles.setting}>
              <input
                id={id}
                type="range"
                className={styles.range}
                min={0}
                max={10_000}
                step={100}
                value={delay}
                aria-valuetext={describeDelay(delay)}
                onChange={({ target }) => change({ delay: target.valueAsNumber })}
              />
              <output htmlFor={id} className={styles.value}>
                {describeDelay(delay)}
              </output>
            </div>
          </div>
          <SeedField seed={seed} change={change} />
        </div>
        <FailureTable failures={failures} change={change} />
      </Section>
    </div>
  );
}
