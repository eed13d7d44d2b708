import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { DownloadButton, TextList } from '../../controls.tsx';
import { draftAtom } from '../../draft.ts';
import { counted } from '../../measure.ts';
import { isSecret } from '../../secrets.ts';
import look from '../../styles.module.css';
import { historyAtom } from './history.ts';
import { showForm } from './RequestForm.tsx';
import { RequestTable } from './RequestTable.tsx';
import styles from './RequestTester.module.css';
import { draftOf, type OpenedFile, openFiles, stepOf, variablesIn } from './request-files.ts';
import { Sequence } from './Sequence.tsx';
import { type KnownAnswer, saveRequest } from './save-request.ts';
import { responseAtom } from './tester.ts';

/** Returns the response to the form's request, if it was the last one and the form has not changed since. */
function useKnownAnswer(): KnownAnswer | undefined {
  const draft = useAtomValue(draftAtom);
  const response = useAtomValue(responseAtom);
  const sent = useAtomValue(historyAtom).find(({ id }) => id === response?.id);
  if (response?.outcome.kind !== 'response' || sent?.draft !== draft) return undefined;
  const { outcome, content } = response;
  return {
    status: outcome.status,
    value: content?.kind === 'json' ? content.value : undefined,
  };
}

/** Button that saves the form's request as a file. */
function SaveFile() {
  const draft = useAtomValue(draftAtom);
  const answer = useKnownAnswer();
  const saved = saveRequest(draft, window.location.href, answer);
  if (!saved.ok) return <p className={look.hint}>Nothing to save: {saved.error}</p>;
  const { name, file, variables } = saved.value;
  return (
    <>
      <div className={look.row}>
        <DownloadButton name={name} make={async () => file}>
          Save the request as a file
        </DownloadButton>
        <code>{name}</code>
      </div>
      <p className={look.hint}>
        {answer
          ? 'It expects the status and shape of the response above.'
          : 'It expects the status 200. Submit first, and it expects what came.'}
        {variables.length > 0 && ` In place of secrets it has variables: ${variables.join(', ')}.`}
      </p>
    </>
  );
}

interface VariablesProps {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

const Variables = ({ names, values, onChange }: VariablesProps) => (
  <fieldset className={look.stack}>
    <legend className={look.title}>Variables</legend>
    {names.map((name) => (
      <label key={name} className={`${look.stack} ${look.tight}`}>
        {name}
        <input
          type={isSecret(name) ? 'password' : 'text'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={look.field}
          value={values[name] ?? ''}
          onChange={({ target }) => onChange({ ...values, [name]: target.value })}
        />
      </label>
    ))}
  </fieldset>
);

function OpenedFiles({ files }: { readonly files: readonly OpenedFile[] }) {
  const replaceDraft = useSetAtom(draftAtom);
  const [values, setValues] = useState<VariablesProps['values']>({});
  const [problem, setProblem] = useState('');
  const names = variablesIn(files);

  function steps() {
    const missing = names.filter((name) => (values[name] ?? '') === '');
    const made = files.map((file) => stepOf(file, values, window.location.href));
    const ready = made.filter((step) => step !== undefined);
    const isReady = missing.length === 0 && ready.length === files.length;
    const advice =
      missing.length > 0
        ? `Fill in ${missing.join(', ')}.`
        : 'With these values, an address is none that a browser can ask.';
    setProblem(isReady ? '' : `${advice} Nothing was sent.`);
    return isReady ? ready : undefined;
  }
  return (
    <>
      <RequestTable
        caption="Requests of the files"
        columns={['Method', 'Address', 'File', 'Request']}
        rows={files.map((file) => ({
          ...{ method: file.request.method, path: file.request.address, note: file.name },
          use() {
            replaceDraft(draftOf(file, values));
            showForm();
          },
        }))}
      />
      {names.length > 0 && <Variables names={names} values={values} onChange={setValues} />}
      {problem !== '' && (
        <p role="alert" className={look.error}>
          {problem}
        </p>
      )}
      <Sequence
        steps={steps}
        changing={files.filter(({ request }) => request.method !== 'GET').length}
        label={`Send ${counted(files.length, 'request', 'requests')} and check`}
      />
    </>
  );
}

/** Saves the form's request as a file, and opens such files, sends their requests and checks the responses. */
export function RequestFiles() {
  const id = useId();
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof openFiles>>>();
  const [error, setError] = useState('');
  async function open(chosen: readonly File[]) {
    try {
      setOpened(await openFiles(chosen));
      setError('');
    } catch (cause) {
      console.error(cause);
      setError('A file can’t be read: choose it again.');
    }
  }
  const { files = [], problems = [] } = opened ?? {};
  return (
    <div className={look.stack}>
      <SaveFile />
      <label htmlFor={id} className={look.hint}>
        Open request files (requests/*.json)
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept=".json"
        className={`${look.field} ${styles.file}`}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          if (chosen.length > 0) void open(chosen);
          // Lets the same file be chosen again after a change.
          target.value = '';
        }}
      />
      {error !== '' && (
        <p role="alert" className={look.error}>
          {error}
        </p>
      )}
      {problems.length > 0 && (
        <div role="alert">
          <TextList texts={problems} className={`${look.error} ${styles.notes}`} />
        </div>
      )}
      {files.length > 0 && <OpenedFiles files={files} />}
    </div>
  );
}
