import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { useSetAtom } from 'jotai';
import { DownloadButton } from '../../controls.tsx';
import { showForm } from './RequestForm.tsx';
import { RequestTable } from './RequestTable.tsx';
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
    <RequestTable
      caption="Known endpoints"
      columns={['Method', 'Path', 'Who may call it', 'Example']}
      rows={endpointNames.map((name) => {
        const { method, path, access } = endpoints[name];
        return { method, path, note: allowedCallers[access], use: () => use(name) };
      })}
    />
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
