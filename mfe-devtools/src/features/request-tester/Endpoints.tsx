import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import type { OwnCalls } from '@patchwork/mock-server';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { DownloadButton } from '../../controls.tsx';
import { createWordFilter } from '../../match-words.ts';
import { useOwnCalls } from '../../own-calls.ts';
import look from '../../styles.module.css';
import { showForm } from './RequestForm.tsx';
import { type RequestRow, RequestTable } from './RequestTable.tsx';
import { SearchField } from './SearchField.tsx';
import { fillExampleAtom, fillOwnExampleAtom } from './tester.ts';

const allowedCallers = {
  open: 'Anyone',
  login: 'Logged-in shoppers',
  operator: 'Operators',
} as const;

type Call = Pick<OwnCalls['calls'][number], 'method' | 'path' | 'access'>;

/** Beginning of a path, which calls of one thing have in common: '/api/user/cart', '/api/auth'. */
const groupOf = (path: string): string =>
  /^\/api\/(?:user\/|operator\/)?[^/]+/.exec(path)?.[0] ?? path.split('/').slice(0, 2).join('/');

const rowOf = ({ method, path, access }: Call, use: () => void): RequestRow => ({
  ...{ method, path, use },
  note: allowedCallers[access],
  group: groupOf(path),
});

const columns = ['Method', 'Path', 'Who may call it', 'Example'];

/**
 * Creates the OpenAPI document in the browser, because a shop with the mock has no server for it. The API server
 * creates its document from the same endpoint table.
 */
async function makeOpenApi(): Promise<object> {
  const { createOpenApi } = await import('@patchwork/api/openapi');
  return createOpenApi(window.location.origin);
}

/** Endpoints of the shop and of the remotes' own, in groups, with a search. A chosen one fills the form. */
export function Endpoints() {
  const [words, setWords] = useState('');
  const fill = useSetAtom(fillExampleAtom);
  const fillOwn = useSetAtom(fillOwnExampleAtom);
  const own = useOwnCalls();
  const use = (name: EndpointName) => {
    fill(name);
    showForm();
  };
  const matches = createWordFilter(words);
  const isFound = ({ method, path, note }: RequestRow) => matches(`${method} ${path} ${note}`);
  const tables = [
    {
      caption: 'Known endpoints',
      all: endpointNames.map((name) => rowOf(endpoints[name], () => use(name))),
    },
    ...own.map(({ owner, calls }) => ({
      caption: `Endpoints of ${owner}`,
      all: calls.map((call) => rowOf(call, () => void fillOwn(call).then(showForm))),
    })),
  ].map(({ all, ...table }) => ({ ...table, all, rows: all.filter(isFound) }));
  const total = tables.reduce((sum, { all }) => sum + all.length, 0);
  const found = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <div className={look.row}>
        <SearchField label="Find an endpoint" words={words} onChange={setWords} />
        <span role="status" className={look.hint}>
          {found === total ? `${total} endpoints` : `${found} of ${total} endpoints`}
        </span>
      </div>
      {tables.map(
        ({ caption, rows }) =>
          rows.length > 0 && <RequestTable key={caption} {...{ caption, columns, rows }} />,
      )}
      {own.map(
        ({ owner, problem }) =>
          problem !== undefined && (
            <p key={owner} className={look.error}>
              {problem}
            </p>
          ),
      )}
      <div className={look.row}>
        {/* The document can be imported into other tools. */}
        <DownloadButton name="openapi.json" make={makeOpenApi}>
          Download as OpenAPI
        </DownloadButton>
      </div>
    </>
  );
}
