import { Button } from '@patchwork/ui';
import { useState } from 'react';
import type { Draft } from '../../draft.ts';
import { createWordFilter } from '../../match-words.ts';
import { hideInAddress } from '../../secrets.ts';
import look from '../../styles.module.css';
import type { Imported, ImportedRequest } from './import/imported.ts';
import { RequestTable } from './RequestTable.tsx';
import styles from './RequestTester.module.css';
import { readEndpoint, toWire } from './request.ts';
import { SearchField } from './SearchField.tsx';
import { Sequence } from './Sequence.tsx';
import type { Step } from './sequence.ts';

/** Number of rows that are shown at once: thousands would freeze the page. */
const ROWS = 100;

/** Returns the requests of a recording as they are sent one after the other. */
const stepsOf = (requests: readonly ImportedRequest[]): readonly Step[] =>
  requests.flatMap(({ draft }) => {
    const target = readEndpoint(draft.endpoint, window.location.href);
    if (!target.ok) return [];
    const path = hideInAddress(draft.endpoint);
    return [{ method: draft.method, path, request: toWire(draft, target.value.url) }];
  });

const Notes = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul className={`${look.hint} ${styles.notes}`}>
      {[...notes.entries()].map(([index, note]) => (
        <li key={index}>{note}</li>
      ))}
    </ul>
  );

interface ImportedRequestsProps {
  readonly imported: Imported;
  readonly use: (draft: Draft) => void;
}

/** What an import found, and what it could not take over. */
export function ImportedRequests({ imported, use }: ImportedRequestsProps) {
  const { requests, notes } = imported;
  const [first, second] = requests;
  const own = second ? [] : (first?.notes ?? []);
  return (
    <>
      <Notes notes={[...own, ...notes]} />
      {second && <RequestList requests={requests} use={use} />}
    </>
  );
}

interface RequestListProps {
  readonly requests: readonly ImportedRequest[];
  readonly use: (draft: Draft) => void;
}

function RequestList({ requests, use }: RequestListProps) {
  const [words, setWords] = useState('');
  const [count, setCount] = useState(ROWS);
  const hasNotes = requests.some(({ notes }) => notes.length > 0);
  const matches = createWordFilter(words);
  const found = requests.filter(({ draft }) => matches(`${draft.method} ${draft.endpoint}`));
  const shown = found.slice(0, count);
  return (
    <>
      <div className={look.row}>
        <SearchField
          label="Find a request"
          words={words}
          onChange={(next) => {
            setWords(next);
            setCount(ROWS);
          }}
        />
      </div>
      <RequestTable
        caption="Imported requests"
        columns={['Method', 'Address', ...(hasNotes ? ['Not taken over'] : []), 'Request']}
        rows={shown.map(({ draft, notes }) => ({
          method: draft.method,
          path: draft.endpoint,
          ...(hasNotes && { note: <Notes notes={notes} /> }),
          use: () => use(draft),
        }))}
      />
      {found.length > count && (
        <Button type="button" size="small" variant="quiet" onClick={() => setCount(count + ROWS)}>
          Show {Math.min(ROWS, found.length - count)} more of {found.length}
        </Button>
      )}
      {shown.length > 0 && (
        <Sequence
          steps={() => stepsOf(shown)}
          changing={shown.filter(({ draft }) => draft.method !== 'GET').length}
          label={
            shown.length < found.length
              ? `Send the ${shown.length} shown one after the other`
              : 'Send all one after the other'
          }
        />
      )}
    </>
  );
}
