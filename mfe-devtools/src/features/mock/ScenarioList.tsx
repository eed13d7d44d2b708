import { type ScenarioName, scenarioNames } from '@patchwork/mock-server';
import { Section } from '@patchwork/ui';
import { useId } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import { scenarios } from '../../scenarios.ts';
import words from '../../Words.module.css';
import tab from './MockTab.module.css';
import styles from './ScenarioList.module.css';

interface ScenarioListProps {
  readonly current: ScenarioName;
  readonly play: (scenario: ScenarioName) => void;
}

/** Each scenario with a button. Playing the current one again restores its data and settings. */
export function ScenarioList({ current, play }: ScenarioListProps) {
  const id = useId();
  return (
    <Section title="Scenarios" level={3}>
      <p className={tab.hint}>
        Playing one replaces all data and settings. Time travel restores the earlier data.
      </p>
      <ul>
        {scenarioNames.map((name) => (
          <li key={name} className={styles.scenario} aria-current={name === current}>
            <div>
              <h4 id={`${id}-${name}`} className={styles.title}>
                {scenarios[name].title}
                {name === current && <span className={styles.mark}>in force</span>}
              </h4>
              <p className={words.soft}>{scenarios[name].what}</p>
            </div>
            <SmallButton aria-describedby={`${id}-${name}`} onClick={() => play(name)}>
              {name === current ? 'Play again' : 'Play'}
            </SmallButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
