import { endpointNames } from '@patchwork/api';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ChangeEvent, useId } from 'react';
import { changeDraftAtom, draftAtom } from '../../draft.ts';
import look from '../../Field.module.css';
import { examplePath, fillExampleAtom, suggested } from './examples.ts';
import styles from './InputRow.module.css';

const paths = [...new Set(endpointNames.map(examplePath))];

/** Whether a suggestion was chosen: browsers report that as a replacement, or without typing. */
const isSuggestion = ({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';

export function EndpointField({ error }: { readonly error: string | undefined }) {
  const { method, endpoint } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const fill = useSetAtom(fillExampleAtom);
  const id = useId();
  const listId = `${id}-list`;
  const errorId = `${id}-error`;

  function onChange(event: ChangeEvent<HTMLInputElement>): void {
    const path = event.target.value;
    const name = isSuggestion(event) ? suggested(path, method) : undefined;
    if (name === undefined) change({ endpoint: path });
    else fill(name);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>Endpoint</label>
      <input
        id={id}
        name="endpoint"
        type="text"
        inputMode="url"
        list={listId}
        placeholder="Enter your endpoint"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={endpoint}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        className={`${look.field} ${styles.endpoint}`}
        onChange={onChange}
      />
      <datalist id={listId}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
