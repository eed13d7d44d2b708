import { err, ok, type Result } from '@patchwork/domain';
import { Button } from '@patchwork/ui';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { SmallButton, TextList } from './controls.tsx';
import styles from './styles.module.css';

/** Parses JSON. The error ends with the browser's message, which says where the syntax is wrong. */
function parseJson(text: string): Result<unknown, readonly string[]> {
  try {
    return ok(JSON.parse(text));
  } catch (cause) {
    return err([`This is not JSON. ${cause instanceof Error ? cause.message : ''}`.trim()]);
  }
}

interface JsonEditorProps {
  readonly title: string;
  readonly label: string;
  readonly initial: unknown;
  readonly action: string;
  /** Saves the value, or returns a message for each fault. */
  readonly save: (value: unknown) => Result<void, readonly string[]>;
  readonly onClose: () => void;
  readonly className?: string | undefined;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Form that edits a value as JSON. If the value is refused, the text stays and each fault is listed. Takes the focus
 * when mounted.
 */
export function JsonEditor(props: JsonEditorProps) {
  const { title, label, initial, action, save, onClose, className = '', note, children } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => JSON.stringify(initial, null, 2));
  const [errors, setErrors] = useState<readonly string[]>([]);
  useEffect(() => field.current?.focus(), []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = parseJson(text);
    const outcome = parsed.ok ? save(parsed.value) : parsed;
    if (outcome.ok) return onClose();
    setErrors(outcome.error);
    // The faults are listed above the text, which may be out of view in a low drawer.
    event.currentTarget.scrollIntoView({ block: 'nearest' });
    field.current?.focus({ preventScroll: true });
  }
  return (
    <form
      className={`${styles.stack} ${styles.box} ${className}`}
      aria-labelledby={`${id}-title`}
      onSubmit={submit}
      noValidate
    >
      <h3 id={`${id}-title`} className={styles.code}>
        {title}
      </h3>
      {note}
      <label htmlFor={id} className={styles.soft}>
        {label}
      </label>
      <div id={`${id}-errors`} role="alert" className={styles.bad}>
        {errors.length > 0 && <TextList texts={errors} />}
      </div>
      <textarea
        id={id}
        ref={field}
        className={`${styles.field} ${styles.json}`}
        spellCheck={false}
        autoComplete="off"
        value={text}
        aria-invalid={errors.length > 0}
        aria-describedby={`${id}-errors`}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.row}>
        <Button type="submit" size="small">
          {action}
        </Button>
        <SmallButton onClick={onClose}>Close</SmallButton>
        {children}
      </div>
    </form>
  );
}
