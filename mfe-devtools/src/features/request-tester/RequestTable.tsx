import { TableHead } from '@patchwork/ui';
import { Fragment, type ReactNode } from 'react';
import { SmallButton } from '../../controls.tsx';
import look from '../../styles.module.css';
import styles from './RequestTester.module.css';

interface RequestRow {
  readonly method: string;
  readonly path: string;
  /** Contents of the column before the button. */
  readonly note?: ReactNode;
  readonly use: () => void;
}

interface RequestTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly RequestRow[];
}

/** Table of requests, each with a button that fills the form. */
export const RequestTable = ({ caption, columns, rows }: RequestTableProps) => (
  <table className={`${look.table} ${styles.endpoints}`}>
    <caption className={styles.heading}>{caption}</caption>
    <TableHead columns={columns} />
    <tbody>
      {[...rows.entries()].map(([index, { method, path, note, use }]) => (
        <tr key={index}>
          <td>
            <code className={look.code}>{method}</code>
          </td>
          <th scope="row">
            <code>
              {/* Allows a line break before each slash of a path. */}
              {[...path.split(/(?=\/)/).entries()].map(([place, part]) => (
                <Fragment key={place}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </code>
          </th>
          {note !== undefined && <td className={look.soft}>{note}</td>}
          <td>
            <SmallButton aria-label={`Use ${method} ${path}`} onClick={use}>
              Use
            </SmallButton>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
