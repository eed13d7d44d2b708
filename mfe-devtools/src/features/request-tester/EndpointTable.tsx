import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { TableHead } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { Fragment } from 'react';
import { DownloadButton, SmallButton } from '../../controls.tsx';
import look from '../../styles.module.css';
import { showForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';
import { fillExampleAtom } from './tester.ts';

const allowedCallers = { open: 'Anyone', login: 'Logged-in shoppers' } as const;

/** Every endpoint of the API, with an example of each. */
export function EndpointTable() {
  const fill = useSetAtom(fillExampleAtom);
  const use = (name: EndpointName) => {
    fill(name);
    showForm();
  };
  return (
    <table className={`${look.table} ${styles.endpoints}`}>
      <caption className={styles.heading}>Known endpoints</caption>
      <TableHead columns={['Method', 'Path', 'Who may call it', 'Example']} />
      <tbody>
        {endpointNames.map((name) => {
          const { method, path, access } = endpoints[name];
          return (
            <tr key={name}>
              <td>
                <code className={look.code}>{method}</code>
              </td>
              <th scope="row">
                <code>
                  {/* In a narrow table, a path wraps before a slash. */}
                  {path.split(/(?=\/)/).map((part) => (
                    <Fragment key={part}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </code>
              </th>
              <td className={look.soft}>{allowedCallers[access]}</td>
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

/** Makes the document here, from the same table as the server's, so that a shop with the mock has it too. */
async function makeOpenApi(): Promise<object> {
  const { createOpenApi } = await import('@patchwork/api/openapi');
  return createOpenApi(window.location.origin);
}

/** Downloads the known endpoints as an OpenAPI document, which other tools import. */
export const OpenApiButton = () => (
  <DownloadButton name="openapi.json" make={makeOpenApi}>
    Download as OpenAPI
  </DownloadButton>
);
