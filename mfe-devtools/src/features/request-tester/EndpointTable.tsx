import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { TableHead } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { Fragment, useState } from 'react';
import { SmallButton } from '../../controls.tsx';
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

/** Gives the browser a file to save. */
function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Late enough for the browser to start reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Makes the document here, from the same table as the server's, so that a shop with the mock has it too. */
async function downloadOpenApi(): Promise<void> {
  const { createOpenApi } = await import('@patchwork/api/openapi');
  const text = JSON.stringify(createOpenApi(window.location.origin), null, 2);
  download(new Blob([text], { type: 'application/json' }), 'openapi.json');
}

/** Downloads the known endpoints as an OpenAPI document, which other tools import. */
export function OpenApiButton() {
  const [hasFailed, setHasFailed] = useState(false);

  async function start(): Promise<void> {
    try {
      await downloadOpenApi();
      setHasFailed(false);
    } catch (error) {
      console.error(error);
      setHasFailed(true);
    }
  }

  return (
    <div className={look.row}>
      <SmallButton onClick={() => void start()}>Download as OpenAPI</SmallButton>
      {hasFailed && (
        <span role="alert">The document can’t be made. Try again, or load the page again.</span>
      )}
    </div>
  );
}
