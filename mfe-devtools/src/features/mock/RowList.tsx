import type { TableName } from '@patchwork/mock-server';
import { TableHead } from '@patchwork/ui';
import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import field from '../../Field.module.css';
import lines from '../../Table.module.css';
import words from '../../Words.module.css';
import { PAGE_SIZE, Pages } from './Pages.tsx';
import styles from './RowList.module.css';
import { searchRows } from './search-rows.ts';
import { columns, type Row, tableTitles } from './tables.ts';

interface RowListProps {
  readonly table: TableName;
  readonly rows: readonly Row[];
  readonly openId: string | null;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly onOpen: (row: Row) => void;
}

/** The rows of one table in pages, with a search in all values. */
export function RowList({ table, rows, openId, searchRef, onOpen }: RowListProps) {
  const [query, setQuery] = useState('');
  const [requestedPage, setPage] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(() => searchRows(rows, deferredQuery), [rows, deferredQuery]);
  const lastPage = Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1);
  const page = Math.min(requestedPage, lastPage);
  const first = page * PAGE_SIZE;
  return (
    <section className={styles.list} aria-label={tableTitles[table]}>
      <div className={styles.bar}>
        <input
          ref={searchRef}
          type="search"
          className={`${field.field} ${styles.search}`}
          aria-label={`Search ${table}`}
          placeholder={`Search ${table}`}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setPage(0);
          }}
        />
        <Pages page={page} total={found.length} onGo={setPage} />
      </div>
      {found.length === 0 ? (
        <p className={words.nothing}>
          {rows.length === 0 ? `There are no ${table}.` : `No ${table} match this search.`}
        </p>
      ) : (
        <RowTable
          table={table}
          rows={found.slice(first, first + PAGE_SIZE)}
          openId={openId}
          onOpen={onOpen}
        />
      )}
    </section>
  );
}

type RowTableProps = Pick<RowListProps, 'table' | 'rows' | 'openId' | 'onOpen'>;

function RowTable({ table, rows, openId, onOpen }: RowTableProps) {
  return (
    <table className={`${lines.table} ${styles.table}`}>
      <TableHead columns={['_id', ...columns[table].map(({ title }) => title)]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row._id} data-open={row._id === openId}>
            <th scope="row">
              <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                {row._id}
              </button>
            </th>
            {columns[table].map(({ title, text }) => (
              <td key={title}>{text(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
