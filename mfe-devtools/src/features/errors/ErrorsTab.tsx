import type { ErrorRecord } from '@patchwork/host/devtools';
import type { Inspection } from '@patchwork/kit/devtools';
import { useAtomValue } from 'jotai';
import { Chip, Facts } from '../../controls.tsx';
import { describeTime } from '../../measure.ts';
import { useRegistry } from '../../registry.ts';
import styles from '../../styles.module.css';

const eventText = {
  error: 'Error',
  caught: 'Caught by the remote',
  fallback: 'Fallback',
  violation: 'Refused by policy',
};

function ErrorItem({ record }: { readonly record: ErrorRecord }) {
  const { event, at, piece, version, route, message, stack, fallback } = record;
  return (
    <li className={styles.entry}>
      <p>
        <span className={styles.time}>{describeTime(at)}</span>{' '}
        <Chip tone={event === 'fallback' || event === 'caught' ? 'busy' : 'bad'}>
          {eventText[event]}
        </Chip>{' '}
        <strong>{message}</strong>
      </p>
      <Facts
        facts={[
          ['Piece', `${piece} ${version}`.trim()],
          ...(fallback ? [['Replaced by', fallback] as const] : []),
          ['Route', route],
        ]}
      />
      {stack.trim() && (
        <details>
          <summary>Stack</summary>
          <pre className={styles.pre}>{stack.trim()}</pre>
        </details>
      )}
    </li>
  );
}

/** Returns the reasons why entries were dropped from the page's registry or from the live one. */
function useProblems({ problems }: Inspection): readonly string[] {
  const live = useRegistry();
  return [...new Set([...problems, ...(live instanceof Error ? [] : (live?.problems ?? []))])];
}

/** Number of errors and of dropped registry entries, for the tab's title. Renders nothing for 0. */
export function ErrorCount({ inspection }: { readonly inspection: Inspection }) {
  const { store, errorsAtom } = inspection;
  const { length } = useAtomValue(errorsAtom, { store });
  const count = length + useProblems(inspection).length;
  return count > 0 ? <> ({count})</> : null;
}

/** Tab with the errors since the page was loaded, newest first, and the entries that were dropped from the registry. */
export function ErrorsTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, errorsAtom } = inspection;
  const records = useAtomValue(errorsAtom, { store });
  const problems = useProblems(inspection);
  if (records.length + problems.length === 0)
    return <p className={styles.soft}>No error on this page so far.</p>;
  return (
    <ol aria-label="Errors">
      {records.toReversed().map((record, index) => (
        <ErrorItem key={records.length - index} record={record} />
      ))}
      {problems.map((problem) => (
        <li key={problem} className={styles.entry}>
          <Chip tone="bad">Left out of the registry</Chip> <strong>{problem}</strong>
        </li>
      ))}
    </ol>
  );
}
