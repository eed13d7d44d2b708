import { sessionAtom } from '@patchwork/shop';
import { Button, passFocusOn } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import { changeDraftAtom, draftAtom, methods } from '../../draft.ts';
import look from '../../Field.module.css';
import { EndpointField } from './EndpointField.tsx';
import styles from './InputRow.module.css';
import { readEndpoint } from './target.ts';
import { cancelAtom, isSendingAtom } from './tester.ts';

const passFocusToSubmit = passFocusOn((leaving) =>
  leaving.closest('form')?.querySelector<HTMLElement>('[type="submit"]'),
);

/** `error`: why the endpoint was refused, if it was. */
export function InputRow({ error }: { readonly error: string | undefined }) {
  const { method } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const cancel = useSetAtom(cancelAtom);
  const isSending = useAtomValue(isSendingAtom);
  const methodId = useId();
  return (
    <div className={styles.area}>
      <div className={styles.row}>
        <div className={styles.field}>
          <label htmlFor={methodId}>Method</label>
          <select
            id={methodId}
            value={method}
            className={`${look.field} ${styles.method}`}
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
        <div className={styles.actions}>
          <Button type="submit" aria-keyshortcuts="Control+Enter Meta+Enter">
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

/** A note for requests to another origin. */
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
      <p className={styles.note}>
        This address is outside of the shop. The mock does not respond there, and its server may
        refuse this page (CORS).
      </p>
      {sendsToken && (
        <p className={styles.warning} role="alert">
          Submit would send your session token to {target.value.url.origin}.
        </p>
      )}
    </>
  );
}
