import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface FactsProps {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values, under a title. */
export function Facts({ title, facts }: FactsProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
