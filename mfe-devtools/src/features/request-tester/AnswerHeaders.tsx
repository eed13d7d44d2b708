import styles from './AnswerHeaders.module.css';
import type { Answer } from './answer.ts';
import { sentHeaders } from './wire.ts';

interface HeaderTableProps {
  readonly caption: string;
  readonly headers: Readonly<Record<string, string>>;
}

function HeaderTable({ caption, headers }: HeaderTableProps) {
  const entries = Object.entries(headers);
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {entries.length === 0 && (
          <tr>
            <td colSpan={2}>None.</td>
          </tr>
        )}
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface AnswerHeadersProps {
  readonly answer: Answer;
}

/** What came, and what went; the browser adds some of its own that no page can see. */
export function AnswerHeaders({ answer: { outcome, request } }: AnswerHeadersProps) {
  return (
    <>
      <HeaderTable
        caption="Received"
        headers={outcome.kind === 'answered' ? outcome.headers : {}}
      />
      <HeaderTable caption="Sent" headers={sentHeaders(request)} />
    </>
  );
}
