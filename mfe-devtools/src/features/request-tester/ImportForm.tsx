import { Button, passFocusOn } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { type SubmitEvent, useId, useState } from 'react';
import { type Draft, draftAtom } from '../../draft.ts';
import { counted } from '../../measure.ts';
import look from '../../styles.module.css';
import { ImportedRequests } from './ImportedRequests.tsx';
import type { Imported, ImportedRequest } from './import/imported.ts';
import { type ImportProgress, startImport } from './import/start-import.ts';
import { showForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';

function summaryOf({ requests, leftOut }: Imported): string {
  const found = counted(requests.length, 'request', 'requests');
  const [first, second] = requests;
  if (first && !second && first.notes.length > 0) return `${found} found. The form has it, but:`;
  return leftOut === 0
    ? `${found} found.`
    : `${found} found, and ${leftOut} that the tester can’t send.`;
}

interface Running extends ImportProgress {
  readonly abort: AbortController;
}

const passFocusToImport = passFocusOn((leaving) =>
  leaving.closest('form')?.querySelector<HTMLElement>('[type="submit"]'),
);

/** Progress of an import, with a button that ends it. */
function Progress({ index, total, abort }: Running) {
  const isCounted = index !== undefined && total !== undefined;
  const number = new Intl.NumberFormat('en').format;
  return (
    <div className={look.row}>
      <progress
        aria-label="Import"
        {...(isCounted && { value: index, max: total })}
        className={styles.progress}
      />
      <span className={look.hint}>
        {isCounted ? `${number(index)} of ${number(total)} requests` : 'Reading…'}
      </span>
      <Button
        ref={passFocusToImport}
        type="button"
        size="small"
        variant="quiet"
        onClick={() => abort.abort()}
      >
        Cancel
      </Button>
    </div>
  );
}

/** Reads requests from a text or file, one at a time. `onFound` gets the only request of an import. */
function useImport(onFound: (request: ImportedRequest) => void) {
  const [running, setRunning] = useState<Running>();
  const [imported, setImported] = useState<Imported>();
  const [error, setError] = useState('');
  async function read(source: Blob) {
    running?.abort.abort();
    const abort = new AbortController();
    setRunning({ abort });
    setError('');
    try {
      const show = (progress: ImportProgress) => setRunning({ ...progress, abort });
      const result = await startImport(source, show, abort.signal);
      setError(result.ok ? '' : `${result.error} Nothing was changed.`);
      setImported(result.ok ? result.value : undefined);
      const [first, second] = result.ok ? result.value.requests : [];
      if (first && !second) onFound(first);
    } catch (cause) {
      if (abort.signal.aborted) return;
      console.error(cause);
      setError(
        'It can’t be read just now. Try again, or load the page again. Nothing was changed.',
      );
    } finally {
      // Another import may have taken its place.
      setRunning((now) => (now?.abort === abort ? undefined : now));
    }
  }
  return { read, running, imported, error };
}

/** Form that reads requests from a text or file. A single request fills the tester's form; several are listed. */
export function ImportForm() {
  const id = useId();
  const replaceDraft = useSetAtom(draftAtom);
  function use(draft: Draft) {
    replaceDraft(draft);
    showForm();
  }
  const { read, running, imported, error } = useImport(({ draft, notes }) => {
    // With notes, the focus stays where they are.
    if (notes.length === 0) use(draft);
    else replaceDraft(draft);
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void read(new Blob([String(new FormData(event.currentTarget).get('text'))]));
  }
  return (
    <>
      <form
        className={look.stack}
        aria-label="Import"
        aria-busy={running !== undefined}
        onSubmit={submit}
      >
        <label htmlFor={id} className={look.hint}>
          A cURL command, a HAR file or an OpenAPI document 3.x (JSON or YAML). Nothing of it leaves
          this page.
        </label>
        <textarea
          id={id}
          name="text"
          rows={4}
          className={`${look.field} ${styles.body}`}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== ''}
          aria-describedby={error === '' ? undefined : `${id}-error`}
        />
        {error !== '' && (
          <p id={`${id}-error`} role="alert" className={look.error}>
            {error}
          </p>
        )}
        <div className={look.row}>
          <Button type="submit" size="small" variant="quiet">
            Import
          </Button>
          <input
            type="file"
            className={`${look.field} ${styles.file}`}
            aria-label="Import a file"
            accept=".har,.json,.yaml,.yml,.txt,.sh"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void read(file);
              // Lets the same file be chosen again after a change.
              target.value = '';
            }}
          />
        </div>
        {running && <Progress {...running} />}
      </form>
      <p role="status" className={look.hint}>
        {imported && summaryOf(imported)}
      </p>
      {imported && (
        <ImportedRequests key={imported.requests.length} imported={imported} use={use} />
      )}
    </>
  );
}
