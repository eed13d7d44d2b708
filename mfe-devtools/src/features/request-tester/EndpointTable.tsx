import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { TableHead } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { SmallButton } from '../../SmallButton.tsx';
import lines from '../../Table.module.css';
import styles from './EndpointTable.module.css';
import { fillExampleAtom } from './examples.ts';

const allowedCallers = { open: 'Anyone', login: 'Logged-in shoppers' } as const;

interface PathProps {
  path: string;
}

/** A path that may wrap before each slash, where the table is narrow. */
function Path({ path }: PathProps) {
  const next = path.indexOf('/', 1);
  if (next === -1) return path;
  return (
    <>
      {path.slice(0, next)}
      <wbr />
      <Path path={path.slice(next)} />
    </>
  );
}

interface EndpointTableProps {
  /** Called after the form was filled in. */
  readonly onUse: () => void;
}

/** Every endpoint of the API, with an example of each. */
export function EndpointTable({ onUse }: EndpointTableProps) {
  const fill = useSetAtom(fillExampleAtom);
  const use = (name: EndpointName) => {
    fill(name);
    onUse();
  };
  return (
    <table className={`${lines.table} ${styles.table}`}>
      <caption className={styles.caption}>Known endpoints</caption>
      <TableHead columns={['Method', 'Path', 'Who may call it', 'Example']} />
      <tbody>
        {endpointNames.map((name) => {
          const { method, path, access } = endpoints[name];
          return (
            <tr key={name}>
              <td>
                <code className={styles.method}>{method}</code>
              </td>
              <th scope="row">
                <code>
                  <Path path={path} />
                </code>
              </th>
              <td className={styles.caller}>{allowedCallers[access]}</td>
              <td>
                <SmallButton aria-label={`Use ${method} ${path}`} onClick={() => use(name)}>
                  Use
                </SmallButton>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
