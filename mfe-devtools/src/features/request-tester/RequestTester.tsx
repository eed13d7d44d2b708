import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { useSearchParams } from '@patchwork/shop';
import { PageHeading } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { DownloadButton } from '../../controls.tsx';
import { draftAtom, readDraftLink, withoutDraft } from '../../draft.ts';
import look from '../../styles.module.css';
import { History } from './History.tsx';
import { ImportArea } from './ImportArea.tsx';
import { RequestForm, showForm } from './RequestForm.tsx';
import { RequestTable } from './RequestTable.tsx';
import styles from './RequestTester.module.css';
import { ResponsePanel } from './ResponsePanel.tsx';
import { fillExampleAtom, fillOwnExampleAtom, knownOwnCallsAtom, prepareAtom } from './tester.ts';

/** Moves the draft from the address to the form, so that a reload doesn't replace what was typed since. */
export function useLinkedDraft(): void {
  const replaceDraft = useSetAtom(draftAtom);
  const [search, setSearch] = useSearchParams();
  useLayoutEffect(() => {
    const linked = readDraftLink(String(search));
    if (linked) replaceDraft(linked);
  }, [search, replaceDraft]);
  // In an effect, because on the first page the router's provider isn't listening earlier.
  useEffect(() => {
    if (!readDraftLink(String(search))) return;
    setSearch(withoutDraft(String(search)), { replace: true, preventScrollReset: true });
  }, [search, setSearch]);
}

const allowedCallers = {
  open: 'Anyone',
  login: 'Logged-in shoppers',
  operator: 'Operators',
} as const;

function EndpointTable() {
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

/** Tables of the remotes' own endpoints, one for each remote that has some. */
function OwnEndpointTables() {
  const own = useAtomValue(knownOwnCallsAtom);
  const fill = useSetAtom(fillOwnExampleAtom);
  return own.map(({ owner, calls, problem }, index) =>
    problem === undefined ? (
      <RequestTable
        key={index}
        caption={`Endpoints of ${owner}`}
        columns={['Method', 'Path', 'Who may call it', 'Example']}
        rows={calls.map((endpoint) => ({
          ...{ method: endpoint.method, path: endpoint.path },
          note: allowedCallers[endpoint.access],
          use: () => void fill(endpoint).then(showForm),
        }))}
      />
    ) : (
      <p key={index} className={look.error}>
        {problem}
      </p>
    ),
  );
}

/**
 * Creates the OpenAPI document in the browser, because a shop with the mock has no server for it. The API server
 * creates its document from the same endpoint table.
 */
async function makeOpenApi(): Promise<object> {
  const { createOpenApi } = await import('@patchwork/api/openapi');
  return createOpenApi(window.location.origin);
}

/** Request form with response, list of endpoints, and history. */
export function RequestTester() {
  const prepare = useSetAtom(prepareAtom);
  useLinkedDraft();
  useEffect(() => void prepare(), [prepare]);
  return (
    <div className={`container ${look.stack} ${styles.page}`}>
      <PageHeading>Request tester</PageHeading>
      <RequestForm />
      <ResponsePanel />
      <div className={`${look.stack} ${styles.wide}`}>
        <ImportArea />
        <EndpointTable />
        <OwnEndpointTables />
        <div className={look.row}>
          {/* The document can be imported into other tools. */}
          <DownloadButton name="openapi.json" make={makeOpenApi}>
            Download as OpenAPI
          </DownloadButton>
        </div>
      </div>
      <History />
    </div>
  );
}
