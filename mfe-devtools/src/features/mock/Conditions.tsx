import type { MockControl, MockState, ScenarioName } from '@patchwork/mock-server';
import { useId } from 'react';
import styles from './Conditions.module.css';
import { DelaySlider } from './DelaySlider.tsx';
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
  const id = useId();
  return (
    <div className={styles.conditions}>
      <ScenarioList current={scenario} play={play} />
      <section aria-labelledby={id} className={styles.network}>
        <h3 id={id} className={styles.heading}>
          Network
        </h3>
        <div className={styles.dials}>
          <DelaySlider delay={settings.delay} change={control.changeSettings} />
          <SeedField seed={settings.seed} change={control.changeSettings} />
        </div>
        <FailureTable failures={settings.failures} change={control.changeSettings} />
      </section>
    </div>
  );
}
