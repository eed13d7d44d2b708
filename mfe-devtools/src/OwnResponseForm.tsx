import type { ConditionsControl, OwnResponse } from '@patchwork/mock-server';
import { Button } from '@patchwork/ui';
import { type Ref, type SubmitEvent, useId, useState } from 'react';
import { SmallButton, TextList } from './controls.tsx';
import { isBody, methods, parseRequestBody } from './draft.ts';
import styles from './styles.module.css';

interface TextFieldProps {
  readonly title: string;
  readonly name: string;
  readonly value: string | number;
  /** Height of a text area; a field of one line has none. */
  readonly rows?: number;
  readonly ref?: Ref<HTMLInputElement>;
}

function TextField({ title, name, value, rows, ref }: TextFieldProps) {
  const id = useId();
  const shared = {
    id,
    name,
    defaultValue: value,
    className: styles.field,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  };
  return (
    <div className={`${styles.stack} ${styles.tight}`}>
      <label htmlFor={id} className={styles.soft}>
        {title}
      </label>
      {rows ? <textarea {...shared} rows={rows} /> : <input ref={ref} {...shared} />}
    </div>
  );
}

const isOfCall =
  ({ method, path }: Pick<OwnResponse, 'method' | 'path'>) =>
  (other: OwnResponse): boolean =>
    other.method === method && other.path === path;

interface OwnResponseFormProps {
  readonly control: ConditionsControl;
  /** The response at first. Saving it under another method or path replaces it. */
  readonly initial: OwnResponse;
  /** Called with the call that gets the response from now on, or without one if nothing changed. */
  readonly onClose: (call?: string) => void;
}

/** A form for a response that the page gets in place of the API's own. */
export function OwnResponseForm({ control, initial, onClose }: OwnResponseFormProps) {
  const [errors, setErrors] = useState<readonly string[]>([]);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name)).trim();
    const faults = ['headers', 'body'].filter((name) => !isBody(text(name)));
    if (faults.length > 0) return setErrors(faults.map((name) => `${name}: Error in JSON format`));
    const [headers, body] = ['headers', 'body'].map((name) => parseRequestBody(text(name)));
    const method = methods.find((name) => name === text('method')) ?? 'GET';
    const path = text('path');
    const response = {
      method,
      path,
      status: Number(text('status')),
      headers: (headers?.ok ? headers.value : {}) as OwnResponse['headers'],
      ...(body?.ok && { body: body.value }),
      delay: Number(text('delay')),
    };
    const { responses = [] } = control.read();
    const others = responses.filter((each) => each !== initial && !isOfCall(response)(each));
    const outcome = control.changeSettings({ responses: [response, ...others] });
    if (outcome.ok) return onClose(`${method} ${path}`);
    setErrors(outcome.error.map((error) => error.replace('settings: responses.0.', '')));
  }

  const { method, path, status, headers, body, delay } = initial;
  return (
    <form
      className={`${styles.stack} ${styles.box}`}
      aria-label="Your own response"
      onSubmit={save}
      noValidate
    >
      <div className={styles.fields}>
        <label className={`${styles.stack} ${styles.tight}`}>
          <span className={styles.soft}>Method</span>
          <select name="method" className={styles.field} defaultValue={method}>
            {methods.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <TextField
          ref={focusOnMount}
          title="Path, such as /api/products/:id"
          name="path"
          value={path}
        />
        <TextField title="Status" name="status" value={status} />
        <TextField title="Delay in ms" name="delay" value={delay} />
      </div>
      <TextField title="Headers, as JSON" name="headers" value={JSON.stringify(headers)} rows={2} />
      <TextField
        title="Body, as JSON; empty for none"
        name="body"
        value={body === undefined ? '' : JSON.stringify(body, null, 2)}
        rows={6}
      />
      <div role="alert" className={styles.bad}>
        {errors.length > 0 && <TextList texts={errors} />}
      </div>
      <div className={styles.row}>
        <Button type="submit" size="small">
          Save
        </Button>
        <SmallButton onClick={() => onClose()}>Close</SmallButton>
      </div>
    </form>
  );
}

const focusOnMount = (field: HTMLInputElement | null) => field?.focus();
