import { Facts } from '../../Facts.tsx';
import { Secret } from '../../Secret.tsx';
import { isSecret } from '../../secrets.ts';

interface HeaderListProps {
  readonly headers: Readonly<Record<string, string>>;
}

export function HeaderList({ headers }: HeaderListProps) {
  const rows = Object.entries(headers);
  if (rows.length === 0) return <p>none</p>;
  return (
    <Facts
      facts={rows.map(([name, value]) => [
        name,
        isSecret(name) ? <Secret name={name} text={value} /> : value,
      ])}
    />
  );
}
