import { Secret } from '../../Secret.tsx';
import { isSecret } from '../../secrets.ts';
import styles from './HeaderList.module.css';

interface HeaderListProps {
  readonly headers: Readonly<Record<string, string>>;
}

export function HeaderList({ headers }: HeaderListProps) {
  const rows = Object.entries(headers);
  if (rows.length === 0) return <p className={styles.none}>none</p>;
  return (
    <dl className={styles.headers}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isSecret(name) ? <Secret name={name} text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
