import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { TableHead } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { Fragment } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import lines from '../../Table.module.css';
import styles from './EndpointTable.module.css';
import { fillExampleAtom } from './examples.ts';
import { showForm } from './form.ts';

const allowedCallers = { open: 'Anyone', login: 'Logged-in shoppers' } as const;

/** Every endpoint of the API, with an example of each. */
export function EndpointTable() {
  const fill = useSetAtom(fillExampleAtom);
  const use = (name: EndpointName) => {
    fill(name);
    showForm();
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
                  {/* Where the table is narrow, a path wraps before a slash. */}
                  {path.split(/(?=\/)/).map((part) => (
                    <Fragment key={part}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
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
