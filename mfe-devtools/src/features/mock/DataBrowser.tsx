import type { MockTables, TableName } from '@patchwork/mock-server';
import { Button } from '@patchwork/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmButton } from './ConfirmButton.tsx';
import styles from './DataBrowser.module.css';
import { RowEditor } from './RowEditor.tsx';
import { RowList } from './RowList.tsx';
import { Segments } from './Segments.tsx';
import { blankRows, type Row, tableNames, tableTitles } from './tables.ts';
import type { MockActions } from './useSteering.ts';

/** A row of a table in the editor, or a new one that is not in the table yet. */
interface Opened {
  readonly row: Row;
  readonly isNew: boolean;
}

interface DataBrowserProps {
  readonly tables: MockTables;
  readonly steering: MockActions;
}

const count = new Intl.NumberFormat('en-IN');

/** The mock's rows: look for one, open it, change it. */
export function DataBrowser({ tables, steering }: DataBrowserProps) {
  const [table, setTable] = useState<TableName>('products');
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<Element | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows: readonly Row[] = tables[table];

  function open(next: Opened) {
    opener.current = document.activeElement;
    flushSync(() => setOpened(next));
    field.current?.focus();
  }
  function close() {
    flushSync(() => setOpened(null));
    const { current } = opener;
    // A deleted row takes with it what opened the editor.
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else search.current?.focus();
  }
  return (
    <div className={styles.browser} data-open={opened !== null}>
      <div className={styles.tools}>
        <Segments
          legend="Table"
          options={tableNames.map((name) => ({
            value: name,
            label: `${tableTitles[name]} (${count.format(tables[name].length)})`,
          }))}
          value={table}
          onChange={(next) => {
            setTable(next);
            setOpened(null);
          }}
        />
        <div className={styles.actions}>
          <Button
            variant="quiet"
            size="small"
            onClick={() => blankRows[table].map((row) => open({ row, isNew: true }))}
          >
            Add a row
          </Button>
          <ConfirmButton
            question="Forget every change of the data?"
            yes="Reset the data"
            onConfirm={() => {
              setOpened(null);
              steering.reset();
            }}
          >
            Reset…
          </ConfirmButton>
        </div>
      </div>
      <RowList
        key={table}
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
          steering={steering}
          fieldRef={field}
          onClose={close}
        />
      )}
    </div>
  );
}
