import { TableHead } from '@patchwork/ui';
import lines from '../../Table.module.css';
import styles from './HeadersView.module.css';
import { receivedHeaders, type StoredResponse } from './response.ts';

interface HeaderTableProps {
  readonly caption: string;
  readonly headers: Readonly<Record<string, string>>;
}

function HeaderTable({ caption, headers }: HeaderTableProps) {
  const entries = Object.entries(headers);
  return (
    <table className={`${lines.table} ${styles.table}`}>
      <caption className={styles.caption}>{caption}</caption>
      <TableHead hidden columns={['Name', 'Value']} />
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

/** The headers of response and request. The browser adds some that a page cannot read. */
export const HeadersView = ({ response }: { readonly response: StoredResponse }) => (
  <>
    <HeaderTable caption="Received" headers={receivedHeaders(response)} />
    <HeaderTable caption="Sent" headers={response.request.headers} />
  </>
);
