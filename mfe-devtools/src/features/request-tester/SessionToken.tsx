import { sessionAtom } from '@patchwork/shop';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import buttons from '../../Buttons.module.css';
import { changeDraftAtom, draftAtom } from '../../draft.ts';
import { SmallButton } from '../../SmallButton.tsx';
import styles from './HeadersArea.module.css';
import { withToken } from './session-token.ts';
import { readEndpoint } from './target.ts';

/** Fills the authorization header. For another origin, which would receive the token, it asks first. */
export function SessionToken() {
  const { endpoint, headers } = useAtomValue(draftAtom);
  const change = useSetAtom(changeDraftAtom);
  const session = useAtomValue(sessionAtom);
  const [askedFor, setAskedFor] = useState<string>();
  const id = useId();
  const target = readEndpoint(endpoint, window.location.href);
  const otherOrigin = target.ok && target.value.isOtherOrigin ? target.value.url.origin : undefined;
  const isAsking = otherOrigin !== undefined && askedFor === otherOrigin;

  const fill = () => {
    setAskedFor(undefined);
    if (session) change({ headers: withToken(headers, session.token) });
  };
  return (
    <div className={styles.token}>
      <div className={buttons.row}>
        <SmallButton
          disabled={!session}
          aria-describedby={session ? undefined : id}
          onClick={() => (otherOrigin === undefined ? fill() : setAskedFor(otherOrigin))}
        >
          Use my session token
        </SmallButton>
        {isAsking && (
          <SmallButton variant="danger" onClick={fill}>
            Fill it in for {otherOrigin}
          </SmallButton>
        )}
      </div>
      {!session && (
        <p id={id} className={styles.hint}>
          Log in to the shop first: without a session there is no token.
        </p>
      )}
      <p role="alert" className={styles.warning}>
        {isAsking && `The server at ${otherOrigin} could act as you in the shop.`}
      </p>
    </div>
  );
}
