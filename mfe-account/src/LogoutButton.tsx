import { pendingChangesAtom } from '@patchwork/shop';
import { Button, passFocusToHeading } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import styles from './LogoutButton.module.css';
import { logoutAtom } from './state/session.ts';

/**
 * Button that logs out. If changes are still waiting to be sent, it first warns that they would be lost, and waits for
 * a second press; once the changes have been sent, it logs out by itself.
 */
export function LogoutButton() {
  const logout = useSetAtom(logoutAtom);
  const waiting = useAtomValue(pendingChangesAtom);
  const [hasAsked, setHasAsked] = useState(false);
  const isAsking = hasAsked && waiting > 0;
  useEffect(() => {
    if (hasAsked && waiting === 0) logout();
  }, [hasAsked, waiting, logout]);

  function press() {
    const mustAsk = waiting > 0 && !isAsking;
    setHasAsked(mustAsk);
    if (!mustAsk) logout();
  }

  return (
    <div ref={passFocusToHeading} className={styles.logout}>
      {isAsking && (
        <p role="alert">
          {waiting === 1 ? 'One change' : `${waiting} changes`} to your cart or wishlist did not
          reach the shop yet. Logging out now loses {waiting === 1 ? 'it' : 'them'}.
        </p>
      )}
      <Button variant="quiet" onClick={press}>
        {isAsking ? 'Log out all the same' : 'Log out'}
      </Button>
    </div>
  );
}
