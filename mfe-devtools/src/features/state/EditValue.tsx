import { Button } from '@patchwork/ui';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SmallButton } from '../../controls.tsx';
import look from '../../styles.module.css';
import { shapeProblem } from './changes.ts';

interface EditValueProps {
  /** Name of the shared value. */
  readonly name: string;
  readonly value: unknown;
  readonly onSave: (value: unknown) => void;
}

/** Edits a value as JSON. Text that is not JSON, or of another shape than the value, gets a message and is not saved. */
export function EditValue({ name, value, onSave }: EditValueProps) {
  const id = useId();
  /** Undefined while the editor is closed. */
  const [text, setText] = useState<string>();
  const [message, setMessage] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  // The focus moves from the button that is removed to what replaces it.
  function show(next: string | undefined, outcome = ''): void {
    flushSync(() => {
      setText(next);
      setMessage(outcome);
    });
    (field.current ?? button.current)?.focus();
  }
  function save(event: SubmitEvent): void {
    event.preventDefault();
    try {
      const edited: unknown = JSON.parse(text ?? '');
      const problem = shapeProblem([value], [edited]);
      if (problem) throw new Error(problem);
      onSave(edited);
      show(undefined, 'Saved for this page, until the shop loads or writes it again.');
    } catch (error) {
      setMessage(`Nothing was changed. ${error instanceof Error ? error.message : error}`);
      field.current?.focus();
    }
  }
  if (text === undefined) {
    return (
      <div className={look.row}>
        <SmallButton ref={button} onClick={() => show(JSON.stringify(value, null, 2))}>
          Edit {name}
        </SmallButton>
        <span role="status">{message}</span>
      </div>
    );
  }
  return (
    <form className={look.stack} onSubmit={save}>
      <textarea
        ref={field}
        className={look.field}
        rows={10}
        spellCheck={false}
        autoComplete="off"
        aria-label={`${name} as JSON`}
        aria-invalid={message !== ''}
        aria-describedby={id}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={id} role="alert" className={look.bad}>
        {message}
      </p>
      <div className={look.row}>
        <Button type="submit" size="small">
          Save
        </Button>
        <SmallButton onClick={() => show(undefined)}>Cancel</SmallButton>
      </div>
    </form>
  );
}
