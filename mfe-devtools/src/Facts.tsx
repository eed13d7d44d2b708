import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** A name with its values. */
export type Fact = readonly [name: string, ...values: ReactNode[]];

/** Names with their values, one below another. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, ...values]) => (
      <div key={name}>
        <dt>{name}</dt>
        {values.map((value, index) => (
          <dd key={typeof value === 'string' ? value : index}>{value}</dd>
        ))}
      </div>
    ))}
  </dl>
);
