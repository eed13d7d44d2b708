import { type EndpointName, endpoints } from '@patchwork/api';
import styles from './EndpointTable.module.css';

const callers = { open: 'Anyone', login: 'Logged-in shoppers' } as const;

const names = Object.keys(endpoints) as EndpointName[];

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
                <code>{path}</code>
              </th>
              <td className={styles.caller}>{callers[access]}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
