import { passFocusOn, TableHead } from '@patchwork/ui';
import { ConfirmButton, SmallButton } from '../../controls.tsx';
import { counted, describeDuration } from '../../measure.ts';
import look from '../../styles.module.css';
import styles from './RequestTester.module.css';
import { type Step, type StepResult, useSequence } from './sequence.ts';

const passFocusToSend = passFocusOn((leaving) =>
  leaving.parentElement?.querySelector<HTMLElement>('button'),
);

function wordOf({ isPassed, isChecked }: StepResult): string {
  if (!isPassed) return 'Failed';
  return isChecked ? 'Passed' : 'Sent';
}

const Results = ({ results }: { readonly results: readonly StepResult[] }) => (
  <table className={`${look.table} ${styles.endpoints}`}>
    <caption className={styles.heading}>Results</caption>
    <TableHead columns={['Request', 'Status', 'Time', 'Result']} />
    <tbody>
      {[...results.entries()].map(([index, result]) => (
        <tr key={index}>
          <th scope="row">
            <code>
              {result.method} {result.path}
            </code>
          </th>
          <td>{result.title}</td>
          <td>{describeDuration(result.duration)}</td>
          <td>
            {wordOf(result)}
            {result.problems.length > 0 && (
              <ul className={`${look.error} ${styles.notes}`}>
                {result.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function summaryOf(results: readonly StepResult[], total: number | undefined): string {
  if (total !== undefined)
    return `${results.length} of ${counted(total, 'request', 'requests')} sent`;
  if (results.length === 0) return '';
  const failed = results.filter(({ isPassed }) => !isPassed).length;
  const sent = `${counted(results.length, 'request', 'requests')} sent`;
  return failed === 0 ? `${sent}, none failed.` : `${sent}, ${failed} failed.`;
}

interface SequenceProps {
  /** Returns the requests, or undefined if they can't be sent now. */
  readonly steps: () => readonly Step[] | undefined;
  /** Number of requests that are no GET: they may change data. */
  readonly changing: number;
  /** Label of the button that sends. */
  readonly label: string;
}

/** Button that sends requests one after the other, and a table of what came of them. */
export function Sequence({ steps, changing, label }: SequenceProps) {
  const { run, results, total, cancel, hasFailed } = useSequence();
  function send() {
    const ready = steps();
    if (ready) void run(ready);
  }
  return (
    <>
      <div className={look.row}>
        {changing > 0 ? (
          <ConfirmButton
            question={`${counted(changing, 'request', 'requests')} may change data. Send all?`}
            yes="Send all"
            onConfirm={send}
          >
            {label}
          </ConfirmButton>
        ) : (
          <SmallButton onClick={send}>{label}</SmallButton>
        )}
        {total !== undefined && (
          <SmallButton ref={passFocusToSend} onClick={cancel}>
            Cancel
          </SmallButton>
        )}
        <span role="status" className={look.hint}>
          {summaryOf(results, total)}
        </span>
      </div>
      {hasFailed && (
        <p role="alert" className={look.error}>
          The requests can’t be sent just now. Try again, or load the page again.
        </p>
      )}
      {results.length > 0 && <Results results={results} />}
    </>
  );
}
