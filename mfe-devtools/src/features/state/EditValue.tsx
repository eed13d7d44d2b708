import { err, ok } from '@patchwork/domain';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SmallButton } from '../../controls.tsx';
import { JsonEditor } from '../../JsonEditor.tsx';
import look from '../../styles.module.css';
import { shapeProblem } from './changes.ts';

interface EditValueProps {
  /** Name of the shared value. */
  readonly name: string;
  readonly value: unknown;
  readonly onSave: (value: unknown) => void;
}

/** Edits a value as JSON. JSON of another shape than the value is refused. */
export function EditValue({ name, value, onSave }: EditValueProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  function open() {
    setMessage('');
    setIsOpen(true);
  }
  function save(edited: unknown) {
    const problem = shapeProblem([value], [edited]);
    if (problem) return err([problem]);
    onSave(edited);
    setMessage('Saved for this page, until the shop loads or writes it again.');
    return ok(undefined);
  }
  function close() {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  }
  return isOpen ? (
    <JsonEditor
      title={name}
      label="The value as JSON"
      initial={value}
      action="Save"
      save={save}
      onClose={close}
    />
  ) : (
    <div className={look.row}>
      <SmallButton ref={button} onClick={open}>
        Edit {name}
      </SmallButton>
      <span role="status">{message}</span>
    </div>
  );
}
