import { endpointNames } from '@patchwork/api';
import { pathToAtom, sessionAtom } from '@patchwork/shop';
import { Button, passFocusOn } from '@patchwork/ui';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { CopyButton, SmallButton } from '../../controls.tsx';
import { bodyTextAtom, changeDraftAtom, draftAtom, draftQuery, emptySecrets } from '../../draft.ts';
import { type HeaderRow, isBody, methods, readBody } from '../../request-body.ts';
import { asCurl, asFetch, isLeftOut } from '../../request-code.ts';
import look from '../../styles.module.css';
import styles from './RequestTester.module.css';
import { headerProblem, readEndpoint, toWire, withToken } from './request.ts';
import { cancelAtom, examplePath, isSendingAtom, submitAtom } from './tester.ts';

const endpointField = () => document.querySelector<HTMLInputElement>('[name="endpoint"]');

/** Focuses the endpoint field after a button, perhaps far below, has filled in the form. */
export const showForm = (): void => endpointField()?.focus();

export const submitForm = (): void => endpointField()?.form?.requestSubmit();

const paths = [...new Set(endpointNames.map(examplePath))];

function EndpointField({ error }: { readonly error: string | undefined }) {
  const { endpoint } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const id = useId();
  const listId = `${id}-list`;
  const errorId = `${id}-error`;

  return (
    <div className={`${look.stack} ${look.tight}`}>
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
        className={look.field}
        onChange={({ target }) => change({ endpoint: target.value })}
      />
      <datalist id={listId}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {error !== undefined && (
        <p id={errorId} className={look.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const passFocusToSubmit = passFocusOn((leaving) =>
  leaving.closest('form')?.querySelector<HTMLElement>('[type="submit"]'),
);

/** Fields for method and endpoint. `error` says why the endpoint was refused. */
function InputRow({ error }: { readonly error: string | undefined }) {
  const { method, headers } = useAtomValue(draftAtom);
  const bodyText = useAtomValue(bodyTextAtom);
  const change = useSetAtom(changeDraftAtom);
  const cancel = useSetAtom(cancelAtom);
  const isSending = useAtomValue(isSendingAtom);
  const methodId = useId();
  return (
    <div className={look.stack}>
      <div className={styles.input}>
        <div className={`${look.stack} ${look.tight}`}>
          <label htmlFor={methodId}>Method</label>
          <select
            id={methodId}
            value={method}
            className={look.field}
            onChange={({ target }) =>
              change({ method: methods.find((name) => name === target.value) ?? 'GET' })
            }
          >
            {methods.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <EndpointField error={error} />
        <div className={`${look.row} ${styles.actions}`}>
          <Button
            type="submit"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            aria-disabled={!isBody(bodyText, headers)}
          >
            Submit
          </Button>
          {isSending && (
            <Button ref={passFocusToSubmit} variant="quiet" onClick={() => cancel()}>
              Cancel
            </Button>
          )}
        </div>
      </div>
      <Destination />
    </div>
  );
}

/** Note about requests to another origin. */
function Destination() {
  const draft = useAtomValue(draftAtom);
  const session = useAtomValue(sessionAtom);
  const target = readEndpoint(draft.endpoint, window.location.href);
  if (!target.ok || !target.value.isOtherOrigin) return null;
  const sendsToken = draft.headers.some(
    ({ isUsed, value }) => isUsed && session && value.includes(session.token),
  );
  return (
    <>
      <p className={look.hint}>
        This address is outside of the shop. The mock does not respond there, and its server may
        refuse this page (CORS).
      </p>
      {sendsToken && (
        <p className={`${look.error} ${styles.label}`} role="alert">
          Submit would send your session token to {target.value.url.origin}.
        </p>
      )}
    </>
  );
}

/**
 * Button that copies the session token into the authorization header. `Destination` warns if another origin would
 * receive the token.
 */
function SessionToken() {
  const { headers } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const session = useAtomValue(sessionAtom);
  const id = useId();
  return (
    <div>
      <SmallButton
        disabled={!session}
        aria-describedby={session ? undefined : id}
        onClick={() => session && change({ headers: withToken(headers, session.token) })}
      >
        Use my session token
      </SmallButton>
      {!session && (
        <p id={id} className={look.hint}>
          Log in to the shop first: without a session there is no token.
        </p>
      )}
    </div>
  );
}

/** Headers of the request, one per row. Typing in the blank last row appends another. */
function HeadersArea() {
  const { headers } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const count = headers.filter(({ isUsed }) => isUsed).length;
  return (
    <fieldset className={look.stack}>
      <legend>Headers ({count})</legend>
      <ol className={look.stack}>
        {[...headers.entries()].map(([index, row]) => (
          <HeaderFields
            key={index}
            row={row}
            number={index + 1}
            onChange={(part) => change({ headers: headers.with(index, { ...row, ...part }) })}
          />
        ))}
      </ol>
      <SessionToken />
    </fieldset>
  );
}

interface HeaderFieldsProps {
  readonly row: HeaderRow;
  /** Number of the row, starting at 1. */
  readonly number: number;
  readonly onChange: (change: Partial<HeaderRow>) => void;
}

const headerFields = [
  ['header', 'Name'],
  ['value', 'Value'],
] as const;

function HeaderFields({ row, number, onChange }: HeaderFieldsProps) {
  const { isUsed, header } = row;
  const id = useId();
  const problem = headerProblem(row);
  const isDropped = isUsed && isLeftOut(header);
  return (
    <li className={styles.header} data-used={isUsed}>
      <label className={styles.use}>
        <input
          type="checkbox"
          aria-label={`Use header ${number}`}
          checked={isUsed}
          onChange={({ target }) => onChange({ isUsed: target.checked })}
        />
      </label>
      {headerFields.map(([field, title]) => (
        <input
          key={field}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={look.field}
          aria-invalid={problem?.field === field}
          aria-describedby={problem?.field === field ? id : undefined}
          aria-label={`${title} of header ${number}`}
          placeholder={title}
          value={row[field]}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      ))}
      {problem && (
        <p id={id} className={look.error}>
          {problem.text}
        </p>
      )}
      {isDropped && !problem && (
        <p className={look.hint}>The browser sets {header.trim()} itself, and leaves yours out.</p>
      )}
    </li>
  );
}

function BodyArea() {
  const { method, endpoint, headers, body } = useAtomValue(draftAtom);
  const [text, setText] = useAtom(bodyTextAtom);
  const id = useId();
  const errorId = `${id}-error`;
  const noteId = `${id}-note`;
  const parsed = readBody(text, headers);
  const missing = emptySecrets({ endpoint, body: text });
  const isUnsent = method === 'GET' && body.trim() !== '' && body.trim() !== '{}';
  return (
    <div className={`${look.stack} ${look.tight}`}>
      <label htmlFor={id}>Body:</label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        aria-invalid={!parsed.ok}
        aria-describedby={`${errorId} ${noteId}`}
        className={`${look.field} ${styles.body}`}
        onChange={({ target }) => setText(target.value)}
      />
      <div id={errorId} role="status" className={`${look.hint} ${styles.hint}`}>
        {!parsed.ok && (
          <>
            <p className={`${look.error} ${styles.label}`}>{parsed.error}</p>
            <p>
              {isBody(text, headers)
                ? 'It is empty, so the request goes without a body.'
                : 'Until it is JSON, nothing is sent, and copies hold the last valid body.'}
            </p>
          </>
        )}
      </div>
      <p id={noteId} className={`${look.hint} ${styles.hint}`}>
        {isUnsent && 'A browser sends no body with GET. '}
        {missing.length > 0 && `Empty: ${missing.join(', ')}. Fill it in, then submit.`}
      </p>
    </div>
  );
}

/** Maximum length of a link, because servers refuse longer addresses. */
const MAX_LINK = 8_000;

/** Buttons that copy the draft as a command, as code or as a link. */
function DraftCopies() {
  const pathTo = useAtomValue(pathToAtom);
  const draft = useAtomValue(draftAtom);
  const target = readEndpoint(draft.endpoint, window.location.href);
  const request = target.ok ? toWire(draft, target.value.url) : undefined;
  const link = `${window.location.origin}${pathTo('request-tester')}${draftQuery(draft)}`;
  const isTooLong = link.length > MAX_LINK;
  return (
    <div className={look.stack}>
      <div className={look.row}>
        <CopyButton text={request ? asCurl(request) : ''} disabled={!request}>
          Copy as cURL
        </CopyButton>
        <CopyButton text={request ? asFetch(request) : ''} disabled={!request}>
          Copy as fetch
        </CopyButton>
        <CopyButton text={link} disabled={isTooLong}>
          Copy link
        </CopyButton>
      </div>
      <p className={look.hint}>
        {isTooLong
          ? 'The body is too long for a link.'
          : 'The link leaves out what is named as a secret: token, password, API key, signature … It can’t know a secret under another name, or in a path. cURL and fetch hold all.'}
      </p>
    </div>
  );
}

/** Submits on Ctrl+Enter or Cmd+Enter in any field. */
function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Form with method, endpoint, headers and body of the request. */
export function RequestForm() {
  const draft = useAtomValue(draftAtom);
  const bodyText = useAtomValue(bodyTextAtom);
  const isSending = useAtomValue(isSendingAtom);
  const submit = useSetAtom(submitAtom);
  const target = readEndpoint(draft.endpoint, window.location.href);
  const [submitted, setSubmitted] = useState<string>();
  // Shown after a submit, until the endpoint is edited.
  const error = !target.ok && submitted === draft.endpoint ? target.error : undefined;

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isSending) return;
    // Rendered before the focus moves, so that screen readers announce the field with its error.
    flushSync(() => setSubmitted(draft.endpoint));
    if (target.ok && !draft.headers.some(headerProblem) && isBody(bodyText, draft.headers)) {
      void submit(target.value);
      return;
    }
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <form
      noValidate
      aria-label="Request"
      aria-busy={isSending}
      className={`sheet ${look.stack} ${look.loose} ${styles.form}`}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <InputRow error={error} />
      <HeadersArea />
      <BodyArea />
      <DraftCopies />
    </form>
  );
}
