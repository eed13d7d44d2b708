import type { SharedUse } from '@patchwork/devtools-bridge';
import { TableHead } from '@patchwork/ui';
import lines from '../../Table.module.css';
import styles from './SharedPackages.module.css';

function sourceOf({ got, from }: SharedUse): string {
  if (got === undefined) return 'not used yet';
  return from === undefined ? got : `${got} (${from})`;
}

/** The packages that a remote shares with the page: the version it requires, and the one it got. */
export function SharedPackages({ uses }: { readonly uses: readonly SharedUse[] }) {
  if (uses.length === 0) return <p>Known when the remote’s code has loaded.</p>;
  return (
    <table className={`${lines.table} ${styles.table}`}>
      <TableHead columns={['Package', 'Wanted', 'Got']} />
      <tbody>
        {uses.map((use) => (
          <tr key={use.name}>
            <th scope="row">{use.name}</th>
            <td>{use.wanted}</td>
            <td>{sourceOf(use)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
