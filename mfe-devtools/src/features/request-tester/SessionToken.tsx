import { sessionAtom } from '@patchwork/state';
import { Button } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { changeDraftAtom, draftAtom } from '../../draft.ts';
import styles from './HeadersArea.module.css';
import { withToken } from './session-token.ts';
import { readEndpoint } from './target.ts';

/** Fills the authorization header. For another origin it asks first, whose token this would give away. */
export function SessionToken() {
  const { endpoint, headers } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const session = useAtomValue(sessionAtom);
  const [askedFor, setAskedFor] = useState<string>();
  const id = useId();
  const target = readEndpoint(endpoint, window.location.href);
  const foreign = target.ok && target.value.isForeign ? target.value.url.origin : undefined;
  const isAsking = foreign !== undefined && askedFor === foreign;

  const fill = () => {
    setAskedFor(undefined);
    if (session) change({ headers: withToken(headers, session.token) });
  };
  return (
    <div className={styles.token}>
      <div className={styles.choices}>
        <Button
          variant="quiet"
          size="small"
          disabled={!session}
          aria-describedby={session ? undefined : id}
          onClick={() => (foreign === undefined ? fill() : setAskedFor(foreign))}
        >
          Use my session token
        </Button>
        {isAsking && (
          <Button variant="danger" size="small" onClick={fill}>
            Fill it in for {foreign}
          </Button>
        )}
      </div>
      {!session && (
        <p id={id} className={styles.hint}>
          Log in to the shop first: without a session there is no token.
        </p>
      )}
      <p role="alert" className={styles.warning}>
        {isAsking && `Whoever answers at ${foreign} could act as you in the shop.`}
      </p>
    </div>
  );
}
