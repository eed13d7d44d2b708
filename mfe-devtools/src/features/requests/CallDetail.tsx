import type { CallOutcome, CallRecord } from '@patchwork/devtools-bridge';
import { Link, pathToAtom } from '@patchwork/shop';
import { buttonLook } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { type Ref, useState } from 'react';
import buttons from '../../Buttons.module.css';
import { CopyButton } from '../../CopyButton.tsx';
import { asCurl, asFetch } from '../../code.ts';
import { draftQuery } from '../../draft-link.ts';
import { describeTime } from '../../measure.ts';
import { SmallButton } from '../../SmallButton.tsx';
import { ValueTree } from '../../ValueTree.tsx';
import words from '../../Words.module.css';
import styles from './CallDetail.module.css';
import { draftOfCall, pathOf, sentRequest } from './calls.ts';
import { HeaderList, Outcome } from './Outcome.tsx';
import { replay } from './replay.ts';

interface CallDetailProps {
  readonly ref: Ref<HTMLElement>;
  readonly call: CallRecord;
  readonly onClose: () => void;
  /** Called after a call that changes data was sent again. */
  readonly onChanged: () => void;
}

/** One call with its request and response, and buttons to send or copy it again. */
export function CallDetail({ ref, call, onClose, onChanged }: CallDetailProps) {
  const pathTo = useAtomValue(pathToAtom);
  const [again, setAgain] = useState<'none' | 'pending' | CallOutcome>('none');
  const send = async () => {
    setAgain('pending');
    setAgain(await replay(call));
    if (call.method !== 'GET') onChanged();
  };
  return (
    <section ref={ref} tabIndex={-1} className={styles.detail} aria-label="Chosen call">
      <header>
        <h3 className={words.code}>
          {call.method} {pathOf(call)}
        </h3>
        <p className={words.soft}>
          By {call.initiator} at {describeTime(call.startedAt)}
        </p>
        <div className={`${buttons.row} ${styles.actions}`}>
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
          <SmallButton onClick={onClose}>Close</SmallButton>
        </div>
      </header>
      <section className={styles.part} aria-label="Request">
        <h4>Request</h4>
        {call.requestBody === undefined ? (
          <p className={words.soft}>no body</p>
        ) : (
          <ValueTree name="body" value={call.requestBody} isOpen />
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
