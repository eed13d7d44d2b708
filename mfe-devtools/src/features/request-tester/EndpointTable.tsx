import { type EndpointName, endpoints } from '@patchwork/api';
import styles from './EndpointTable.module.css';

const callers = { open: 'Anyone', login: 'Logged-in shoppers' } as const;

const names = Object.keys(endpoints) as EndpointName[];

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

/** Every call of the API, as the one table of endpoints has it. */
export function EndpointTable() {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Known endpoints</caption>
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Path</th>
          <th scope="col">Who may call it</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
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
              <td className={styles.caller}>{callers[access]}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
