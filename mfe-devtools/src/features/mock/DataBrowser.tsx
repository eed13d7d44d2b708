import type { MockTables, TableName } from '@patchwork/mock-server';
import { TableHead, Tabs } from '@patchwork/ui';
import { type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmButton, SmallButton } from '../../controls.tsx';
import { JsonEditor } from '../../JsonEditor.tsx';
import { formatCount } from '../../measure.ts';
import type { MockActions } from '../../mock.ts';
import look from '../../styles.module.css';
import styles from './MockTab.module.css';
import { columns, newRows, type Row, searchRows, tableNames, tableTitles } from './tables.ts';

const PAGE_SIZE = 25;

interface PagesProps {
  /** Page number, starting at 0. */
  readonly page: number;
  readonly total: number;
  readonly onGo: (page: number) => void;
}

/** Pagination. The buttons are disabled but never removed, because one may have the focus. */
function Pages({ page, total, onGo }: PagesProps) {
  const first = page * PAGE_SIZE;
  const last = Math.min(first + PAGE_SIZE, total);
  const [isFirst, isLast] = [first === 0, last === total];
  return (
    <div className={look.row}>
      <p role="status">
        {total === 0 ? 'none' : `${formatCount(first + 1)}–${formatCount(last)}`} of{' '}
        {formatCount(total)}
      </p>
      <SmallButton aria-disabled={isFirst} onClick={() => isFirst || onGo(page - 1)}>
        Previous
      </SmallButton>
      <SmallButton aria-disabled={isLast} onClick={() => isLast || onGo(page + 1)}>
        Next
      </SmallButton>
    </div>
  );
}

interface RowListProps {
  readonly table: TableName;
  readonly rows: readonly Row[];
  readonly openId: string | null;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly onOpen: (row: Row) => void;
}

/** Rows of one table in pages, with a search in all values. */
function RowList({ table, rows, openId, searchRef, onOpen }: RowListProps) {
  const [query, setQuery] = useState('');
  const [requestedPage, setPage] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(() => searchRows(rows, deferredQuery), [rows, deferredQuery]);
  const lastPage = Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1);
  const page = Math.min(requestedPage, lastPage);
  const first = page * PAGE_SIZE;
  return (
    <section className={look.stack} aria-label={tableTitles[table]}>
      <div className={`${look.row} ${look.apart}`}>
        <input
          ref={searchRef}
          type="search"
          className={`${look.field} ${look.search}`}
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
        <p className={look.nothing}>
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
    <table className={`${look.table} ${styles.rows}`}>
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

interface RowEditorProps {
  readonly table: TableName;
  /** Row at the time when the editor was opened. */
  readonly opened: Row;
  readonly isNew: boolean;
  /** Row as it is now; undefined if it isn't in the table. */
  readonly current: Row | undefined;
  readonly actions: MockActions;
  readonly onClose: () => void;
}

/** Form for a row. Warns if the shop has changed or removed the row since the form was opened. */
function RowEditor({ table, opened, isNew, current, actions, onClose }: RowEditorProps) {
  const [base, setBase] = useState(opened);
  return (
    <JsonEditor
      key={JSON.stringify(base)}
      title={isNew ? `New row of ${table}` : `${table}/${opened._id}`}
      label="The row as JSON"
      initial={base}
      action={isNew ? 'Add' : 'Save'}
      save={(row) => (isNew ? actions.add(table, row) : actions.edit(table, opened._id, row))}
      onClose={onClose}
      className={styles.editor}
      note={
        <>
          {current && current !== base && (
            <p role="status" className={`${look.row} ${look.warning}`}>
              The shop has changed this row since.{' '}
              <SmallButton onClick={() => setBase(current)}>Take its values</SmallButton>
            </p>
          )}
          {!isNew && !current && (
            <p role="status" className={`${look.row} ${look.warning}`}>
              This row is no longer there.
            </p>
          )}
        </>
      }
    >
      {current && (
        <ConfirmButton
          question="Delete this row?"
          yes="Delete"
          onConfirm={() => {
            actions.remove(table, opened._id);
            onClose();
          }}
        >
          Delete…
        </ConfirmButton>
      )}
    </JsonEditor>
  );
}

/** Row in the editor, which may not be in the table yet. */
interface Opened {
  readonly row: Row;
  readonly isNew: boolean;
}

interface DataBrowserProps {
  readonly tables: MockTables;
  readonly actions: MockActions;
}

/** Tables of the mock, with a search and an editor for their rows. */
export function DataBrowser({ tables, actions }: DataBrowserProps) {
  const [table, setTable] = useState<TableName>('products');
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<Element | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows: readonly Row[] = tables[table];

  function open(next: Opened) {
    opener.current = document.activeElement;
    setOpened(next);
  }
  function close() {
    flushSync(() => setOpened(null));
    const { current } = opener;
    // A deleted row's button is no longer on the page.
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else search.current?.focus();
  }

  const panel = (
    <div className={`${look.stack} ${styles.browser}`} data-open={opened !== null}>
      <RowList
        table={table}
        rows={rows}
        openId={opened && !opened.isNew ? opened.row._id : null}
        searchRef={search}
        onOpen={(row) => open({ row, isNew: false })}
      />
      {opened && (
        <RowEditor
          key={`${table}/${opened.isNew ? '' : opened.row._id}`}
          table={table}
          opened={opened.row}
          isNew={opened.isNew}
          current={opened.isNew ? undefined : rows.find(({ _id }) => _id === opened.row._id)}
          actions={actions}
          onClose={close}
        />
      )}
    </div>
  );
  return (
    <Tabs
      label="Table"
      variant="section"
      selected={table}
      onSelect={(next) => {
        setTable(next);
        setOpened(null);
      }}
      end={
        <div className={look.row}>
          <SmallButton onClick={() => open({ row: newRows[table], isNew: true })}>
            Add a row
          </SmallButton>
          <ConfirmButton
            question="Undo every change of the data?"
            yes="Reset the data"
            onConfirm={() => {
              setOpened(null);
              actions.reset();
            }}
          >
            Reset…
          </ConfirmButton>
        </div>
      }
      tabs={tableNames.map((name) => ({
        id: name,
        title: `${tableTitles[name]} (${formatCount(tables[name].length)})`,
        panel: name === table && panel,
      }))}
    />
  );
}
