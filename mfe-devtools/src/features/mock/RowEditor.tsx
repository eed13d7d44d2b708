import { err, ok, type Result } from '@patchwork/domain';
import type { TableName } from '@patchwork/mock-server';
import { Button } from '@patchwork/ui';
import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import buttons from '../../Buttons.module.css';
import field from '../../Field.module.css';
import { SmallButton } from '../../SmallButton.tsx';
import { TextList } from '../../TextList.tsx';
import words from '../../Words.module.css';
import { ConfirmButton } from './ConfirmButton.tsx';
import styles from './RowEditor.module.css';
import type { Row } from './tables.ts';
import type { MockActions } from './useMockActions.ts';

interface RowEditorProps {
  readonly table: TableName;
  /** The row as it was when the editor was opened. */
  readonly opened: Row;
  readonly isNew: boolean;
  /** The row as it is now; undefined if it is not in the table. */
  readonly current: Row | undefined;
  readonly actions: MockActions;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
}

const toText = (row: Row): string => JSON.stringify(row, null, 2);

/** The text as a value. The browser's own message says where it is not JSON. */
function parseRow(text: string): Result<unknown, readonly string[]> {
  try {
    return ok(JSON.parse(text));
  } catch (cause) {
    return err([`This is not JSON. ${cause instanceof Error ? cause.message : ''}`.trim()]);
  }
}

/** One row as JSON. If it is refused, the text stays, with a message for each field at fault. */
export function RowEditor(props: RowEditorProps) {
  const { table, opened, isNew, current, actions, fieldRef, onClose } = props;
  const id = useId();
  const [base, setBase] = useState(opened);
  const [text, setText] = useState(() => toText(opened));
  const [errors, setErrors] = useState<readonly string[]>([]);
  const title = isNew ? `New row of ${table}` : `${table}/${opened._id}`;

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = parseRow(text);
    const outcome = !parsed.ok
      ? parsed
      : isNew
        ? actions.add(table, parsed.value)
        : actions.edit(table, opened._id, parsed.value);
    if (outcome.ok) return onClose();
    setErrors(outcome.error);
    fieldRef.current?.focus();
  }
  function replaceText(row: Row) {
    setBase(row);
    setText(toText(row));
    setErrors([]);
    fieldRef.current?.focus();
  }
  return (
    <form className={styles.editor} aria-labelledby={`${id}-title`} onSubmit={save} noValidate>
      <h3 id={`${id}-title`} className={words.code}>
        {title}
      </h3>
      {current && current !== base && (
        <p role="status" className={`${buttons.row} ${words.warning}`}>
          The shop has changed this row since.{' '}
          <SmallButton onClick={() => replaceText(current)}>Take its values</SmallButton>
        </p>
      )}
      {!isNew && !current && (
        <p role="status" className={`${buttons.row} ${words.warning}`}>
          This row is no longer there.
        </p>
      )}
      <label htmlFor={id} className={words.soft}>
        The row as JSON
      </label>
      <div id={`${id}-errors`} role="alert" className={words.bad}>
        {errors.length > 0 && <TextList texts={errors} />}
      </div>
      <textarea
        id={id}
        ref={fieldRef}
        className={`${field.field} ${styles.text}`}
        spellCheck={false}
        autoComplete="off"
        value={text}
        aria-invalid={errors.length > 0}
        aria-describedby={`${id}-errors`}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={buttons.row}>
        <Button type="submit" size="small">
          {isNew ? 'Add' : 'Save'}
        </Button>
        <SmallButton onClick={onClose}>Close</SmallButton>
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
      </div>
    </form>
  );
}
