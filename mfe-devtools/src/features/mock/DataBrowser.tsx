import type { MockTables, TableName } from '@patchwork/mock-server';
import { Tabs } from '@patchwork/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import buttons from '../../Buttons.module.css';
import { formatCount } from '../../measure.ts';
import { SmallButton } from '../../SmallButton.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';
import styles from './DataBrowser.module.css';
import { RowEditor } from './RowEditor.tsx';
import { RowList } from './RowList.tsx';
import { newRows, type Row, tableNames, tableTitles } from './tables.ts';
import type { MockActions } from './useMockActions.ts';

/** A row of a table in the editor, or a new one that is not in the table yet. */
interface Opened {
  readonly row: Row;
  readonly isNew: boolean;
}

interface DataBrowserProps {
  readonly tables: MockTables;
  readonly actions: MockActions;
}

/** The mock's tables, with a search and an editor for their rows. */
export function DataBrowser({ tables, actions }: DataBrowserProps) {
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
    // A deleted row's own button is no longer on the page.
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else search.current?.focus();
  }

  const panel = (
    <div className={styles.browser} data-open={opened !== null}>
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
          fieldRef={field}
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
        <div className={`${buttons.row} ${styles.actions}`}>
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
