import { TableHead } from '@patchwork/ui';
import { Fragment, type ReactNode } from 'react';
import { SmallButton } from '../../controls.tsx';
import look from '../../styles.module.css';
import styles from './RequestTester.module.css';

export interface RequestRow {
  readonly method: string;
  readonly path: string;
  /** Contents of the column before the button. */
  readonly note?: ReactNode;
  /** Heading under which the row is listed, with others of the group. */
  readonly group?: string;
  readonly use: () => void;
}

interface RequestTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly RequestRow[];
}

function groupsOf(rows: readonly RequestRow[]): ReadonlyMap<string, readonly RequestRow[]> {
  const groups = new Map<string, RequestRow[]>();
  for (const row of rows) {
    const { group = '' } = row;
    const others = groups.get(group);
    if (others) others.push(row);
    else groups.set(group, [row]);
  }
  return groups;
}

/** Allows a line break before each slash of a path. */
const Path = ({ path }: Pick<RequestRow, 'path'>) => (
  <code>
    {[...path.split(/(?=\/)/).entries()].map(([place, part]) => (
      <Fragment key={place}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);

/** Table of requests, each with a button that fills the form. */
export const RequestTable = ({ caption, columns, rows }: RequestTableProps) => (
  <table className={`${look.table} ${styles.endpoints}`}>
    <caption className={styles.heading}>{caption}</caption>
    <TableHead columns={columns} />
    {[...groupsOf(rows)].map(([group, grouped]) => (
      <tbody key={group}>
        {group !== '' && (
          <tr className={styles.group}>
            <th scope="rowgroup" colSpan={columns.length}>
              <Path path={group} />
            </th>
          </tr>
        )}
        {[...grouped.entries()].map(([index, { method, path, note, use }]) => (
          <tr key={index}>
            <td>
              <code className={look.code}>{method}</code>
            </td>
            <th scope="row">
              <Path path={path} />
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
    ))}
  </table>
);
