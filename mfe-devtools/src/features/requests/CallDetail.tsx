import type { CallOutcome, CallRecord, Inspection } from '@patchwork/kit/devtools';
import type { ConditionsControl, OwnResponse } from '@patchwork/mock-server';
import { Link, pathToAtom } from '@patchwork/shop';
import { buttonLook } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Chip, CopyButton, Facts, Secret, SmallButton } from '../../controls.tsx';
import { type Draft, draftQuery } from '../../draft.ts';
import { JsonTree } from '../../JsonTree.tsx';
import { describeDuration, describeTime } from '../../measure.ts';
import { conditionsOf, openAccess, refreshShop } from '../../mock.ts';
import { OwnResponseEditor } from '../../OwnResponseEditor.tsx';
import { methods } from '../../request-body.ts';
import { asCurl, asFetch } from '../../request-code.ts';
import { isSecret } from '../../secrets.ts';
import look from '../../styles.module.css';
import styles from './RequestsTab.module.css';

export function pathOf({ url }: Pick<CallRecord, 'url'>): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}

/** Returns a call's request for copying as cURL or code. */
const sentRequest = ({ method, url, requestHeaders, requestBody }: CallRecord) => ({
  method,
  url: new URL(url, location.href).href,
  headers: requestHeaders,
  body: requestBody === undefined ? undefined : JSON.stringify(requestBody),
});

function draftOfCall(call: CallRecord): Draft {
  const { method, url, requestHeaders, requestBody } = call;
  return {
    method: methods.find((known) => known === method) ?? 'GET',
    endpoint: url,
    headers: Object.entries(requestHeaders).map(([header, value]) => ({
      isUsed: true,
      header,
      value,
    })),
    body: requestBody === undefined ? '' : JSON.stringify(requestBody, null, 2),
  };
}

/** Creates a custom response from a call's actual response, as a starting point. */
function responseOfCall({ method, url, outcome }: CallRecord): OwnResponse {
  const responded = outcome?.kind === 'responded' ? outcome : undefined;
  return {
    method: methods.find((known) => known === method) ?? 'GET',
    path: new URL(url, location.href).pathname,
    status: responded?.status ?? 200,
    headers: {},
    body: responded ? responded.data : {},
    delay: 0,
  };
}

interface CallStatusProps {
  readonly outcome: CallOutcome | undefined;
  /** Whether to show the status text or error message as well. */
  readonly isLong?: boolean;
}

export function CallStatus({ outcome, isLong = false }: CallStatusProps) {
  if (!outcome) return <Chip tone="busy">Pending</Chip>;
  if (outcome.kind === 'failed') {
    return <Chip tone="bad">{isLong ? outcome.message : 'No response'}</Chip>;
  }
  const { status, statusText } = outcome;
  return (
    <Chip tone={status >= 400 ? 'bad' : 'good'}>
      {isLong ? `${status} ${statusText}`.trim() : status}
    </Chip>
  );
}

interface HeaderListProps {
  readonly headers: Readonly<Record<string, string>>;
  readonly open?: boolean;
}

function HeaderList({ headers, open = false }: HeaderListProps) {
  const facts = Object.entries(headers).map(
    ([name, value]) =>
      [name, isSecret(name) ? <Secret name={name} text={value} /> : value] as const,
  );
  return (
    <details open={open}>
      <summary>Headers</summary>
      {facts.length === 0 ? <p>none</p> : <Facts facts={facts} />}
    </details>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly outcome: CallOutcome | undefined;
}

function Outcome({ title, outcome }: OutcomeProps) {
  return (
    <section className={`${look.stack} ${look.tight}`} aria-label={title}>
      <h4 className={look.row}>
        {title} <CallStatus outcome={outcome} isLong />
        {outcome && <span className={look.soft}>{describeDuration(outcome.duration)}</span>}
      </h4>
      {outcome?.kind === 'responded' && (
        <>
          <JsonTree label="Response body" value={outcome.data} />
          <HeaderList headers={outcome.headers} />
        </>
      )}
    </section>
  );
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a call again, bypassing the shop, whose state and log don't change. */
async function replay(call: CallRecord): Promise<CallOutcome> {
  const { method, headers, body = null } = sentRequest(call);
  const startedAt = performance.now();
  const duration = () => performance.now() - startedAt;
  try {
    const response = await fetch(call.url, { method, headers, body });
    const text = await response.text();
    return {
      kind: 'responded',
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      data: readBody(text),
      duration: duration(),
    };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { kind: 'failed', message, duration: duration() };
  }
}

interface CallDetailProps {
  readonly ref: Ref<HTMLElement>;
  readonly call: CallRecord;
  readonly inspection: Inspection;
  readonly onClose: () => void;
}

/** Details of a call, with buttons to send it again or copy it. */
export function CallDetail({ ref, call, inspection, onClose }: CallDetailProps) {
  const pathTo = useAtomValue(pathToAtom);
  const [again, setAgain] = useState<'none' | 'pending' | CallOutcome>('none');
  const send = async () => {
    setAgain('pending');
    setAgain(await replay(call));
    if (call.method !== 'GET') void refreshShop(inspection.store);
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={`${look.stack} ${styles.detail}`}
      aria-label="Chosen call"
    >
      <header className={`${look.stack} ${look.tight}`}>
        <div className={`${styles.name} ${look.row}`}>
          <h3 className={look.code}>
            {call.method} {pathOf(call)}
          </h3>
          <SmallButton onClick={onClose}>Close</SmallButton>
        </div>
        <p className={look.soft}>
          By {call.initiator} at {describeTime(call.startedAt)}
        </p>
        <div className={look.row}>
          <SmallButton disabled={again === 'pending'} onClick={() => void send()}>
            Replay
          </SmallButton>
          <Link
            {...buttonLook('quiet', 'small')}
            to={pathTo('request-tester') + draftQuery(draftOfCall(call))}
          >
            Open in the tester
          </Link>
          <CopyButton text={asCurl(sentRequest(call))}>Copy as cURL</CopyButton>
          <CopyButton text={asFetch(sentRequest(call))}>Copy as fetch</CopyButton>
          <RespondButton call={call} inspection={inspection} />
        </div>
      </header>
      <section className={`${look.stack} ${look.tight}`} aria-label="Request">
        <h4>Request</h4>
        {call.requestBody === undefined ? (
          <p className={look.soft}>no body</p>
        ) : (
          <JsonTree label="Request body" value={call.requestBody} />
        )}
        <HeaderList headers={call.requestHeaders} open />
      </section>
      <div className={styles.outcomes} aria-live="polite">
        <Outcome title="Response" outcome={call.outcome} />
        {again !== 'none' && (
          <Outcome title="Replayed" outcome={again === 'pending' ? undefined : again} />
        )}
      </div>
    </section>
  );
}

type RespondButtonProps = Pick<CallDetailProps, 'call' | 'inspection'>;

function RespondButton({ call, inspection }: RespondButtonProps) {
  const [control, setControl] = useState<ConditionsControl>();
  const [message, setMessage] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  async function open() {
    const access = await openAccess(inspection);
    if (access.kind === 'failed') setMessage(access.reason);
    if (access.kind === 'api') setControl(access.control);
    if (access.kind === 'mock') setControl(conditionsOf(access.control));
  }
  function close() {
    flushSync(() => setControl(undefined));
    button.current?.focus();
  }
  function confirm() {
    setMessage('Such a call gets your response now. The Mock tab lists it.');
    void refreshShop(inspection.store);
  }
  return (
    <>
      <SmallButton ref={button} aria-expanded={control !== undefined} onClick={() => void open()}>
        Respond yourself
      </SmallButton>
      <span role="status" className={look.soft}>
        {message}
      </span>
      {control && (
        <div className={styles.respond}>
          <OwnResponseEditor
            control={control}
            initial={responseOfCall(call)}
            onSave={confirm}
            onClose={close}
          />
        </div>
      )}
    </>
  );
}
