import { Link, pathToAtom, sessionAtom } from '@patchwork/shop';
import { Button, buttonLook, PageHeading, passFocusToHeading } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { LogoutButton } from '../../LogoutButton.tsx';
import { Slot } from '../../slots.ts';
import { eraseKeptDataAtom, keptDataAtom } from '../../state/kept-data.ts';
import styles from './Logout.module.css';

/** Note about data that earlier sessions have left in this browser, if any, with a button that erases the data. */
function KeptData() {
  const kept = useAtomValue(keptDataAtom);
  const erase = useSetAtom(eraseKeptDataAtom);
  const [isErased, setIsErased] = useState(false);

  function eraseAll() {
    erase();
    setIsErased(true);
  }

  return (
    <>
      {kept !== 'nothing' && (
        <div ref={passFocusToHeading}>
          <p>
            This browser still stores carts, wishlists, addresses or orders of earlier visits, yours
            or those of others who shop here.
            {kept === 'unsent' &&
              ' Some of it did not reach the shop yet: erased, it is lost. It is sent at the next login.'}
          </p>
          <Button variant="quiet" onClick={eraseAll}>
            Erase my data from this browser
          </Button>
        </div>
      )}
      <p role="status">{isErased && 'Your data is erased from this browser.'}</p>
    </>
  );
}

/**
 * Page after logging out. Opening it doesn't log out; otherwise a link on another site, or Back in the history, could
 * log the shopper out.
 */
export function Logout() {
  const pathTo = useAtomValue(pathToAtom);
  const session = useAtomValue(sessionAtom);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>
        {session ? 'You are still logged in' : 'You are successfully logged out'}
      </PageHeading>
      {session && (
        <>
          <p>Your session as {session.user.email} goes on until you log out.</p>
          <LogoutButton />
        </>
      )}
      <Link to={pathTo('product-list')} {...buttonLook()}>
        Continue to Shop!
      </Link>
      {!session && <KeptData />}
      <div className={styles.more}>
        <Slot name="logout-recommendations" />
      </div>
    </div>
  );
}
