import type { MockControl, MockState, ScenarioName } from '@patchwork/mock-server';
import { Section } from '@patchwork/ui';
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
  return (
    <div className={styles.conditions}>
      <ScenarioList current={scenario} play={play} />
      <Section title="Network" level={3} className={styles.network}>
        <div className={styles.dials}>
          <DelaySlider delay={settings.delay} change={control.changeSettings} />
          <SeedField seed={settings.seed} change={control.changeSettings} />
        </div>
        <FailureTable failures={settings.failures} change={control.changeSettings} />
      </Section>
    </div>
  );
}
