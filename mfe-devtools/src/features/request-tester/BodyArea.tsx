import { useAtom, useAtomValue } from 'jotai';
import { useId } from 'react';
import { bodyTextAtom, draftAtom } from '../../draft.ts';
import field from '../../Field.module.css';
import { parseRequestBody } from '../../request-body.ts';
import styles from './BodyArea.module.css';

const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Body that Submit sends while the text is not JSON. */
function sentInstead(text: string, stored: string): string {
  if (text.trim() === '') return 'It is empty, so the request goes without a body.';
  if (stored.trim() === '') return 'Until it is JSON, the request goes without a body.';
  return `Until it is JSON, the body that was last valid is sent: ${excerpt(stored)}`;
}

export function BodyArea() {
  const { method, body } = useAtomValue(draftAtom);
  const [text, setText] = useAtom(bodyTextAtom);
  const id = useId();
  const errorId = `${id}-error`;
  const noteId = `${id}-note`;
  const parsed = parseRequestBody(text);
  const isUnsent = method === 'GET' && body.trim() !== '' && body.trim() !== '{}';
  return (
    <div className={styles.area}>
      <label htmlFor={id} className={styles.title}>
        Body:
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        aria-invalid={!parsed.ok}
        aria-describedby={`${errorId} ${noteId}`}
        className={`${field.field} ${styles.text}`}
        onChange={({ target }) => setText(target.value)}
      />
      <div id={errorId} role="status" className={styles.error}>
        {!parsed.ok && (
          <>
            <p className={styles.verdict}>{parsed.error}</p>
            <p>{sentInstead(text, body)}</p>
          </>
        )}
      </div>
      <p id={noteId} className={styles.note}>
        {isUnsent && 'A browser sends no body with GET.'}
      </p>
    </div>
  );
}
