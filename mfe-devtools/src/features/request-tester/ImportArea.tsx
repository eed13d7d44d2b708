import { Button } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { type SubmitEvent, useId, useState } from 'react';
import { type Draft, draftAtom } from '../../draft.ts';
import { counted } from '../../measure.ts';
import look from '../../styles.module.css';
import type { Imported } from './import-requests.ts';
import { showForm } from './RequestForm.tsx';
import { RequestTable } from './RequestTable.tsx';
import styles from './RequestTester.module.css';

function summaryOf({ drafts, leftOut }: Imported): string {
  const found = counted(drafts.length, 'request', 'requests');
  return leftOut === 0
    ? `${found} found.`
    : `${found} found, and ${leftOut} that the tester can’t send.`;
}

/** Form that reads requests from a text or file. A single request fills the tester's form; several are listed. */
export function ImportArea() {
  const id = useId();
  const replaceDraft = useSetAtom(draftAtom);
  const [imported, setImported] = useState<Imported>();
  const [error, setError] = useState('');

  function use(draft: Draft) {
    replaceDraft(draft);
    showForm();
  }
  async function read(source: Blob) {
    try {
      const { importRequests } = await import('./import-requests.ts');
      const result = await importRequests(await source.text());
      setError(result.ok ? '' : result.error);
      setImported(result.ok ? result.value : undefined);
      if (!result.ok) return;
      const [first, second] = result.value.drafts;
      if (first && !second) use(first);
    } catch (cause) {
      console.error(cause);
      setError('It can’t be read just now. Try again, or load the page again.');
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void read(new Blob([String(new FormData(event.currentTarget).get('text'))]));
  }
  return (
    <details className={styles.import}>
      <summary className={styles.summary}>Import requests</summary>
      <form className={look.stack} aria-label="Import" onSubmit={submit}>
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
            {error} Nothing was changed.
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
      </form>
      <p role="status" className={look.hint}>
        {imported && summaryOf(imported)}
      </p>
      {imported && imported.drafts.length > 1 && (
        <RequestTable
          caption="Imported requests"
          columns={['Method', 'Address', 'Request']}
          rows={imported.drafts.map((draft) => ({
            method: draft.method,
            path: draft.endpoint,
            use: () => use(draft),
          }))}
        />
      )}
    </details>
  );
}
