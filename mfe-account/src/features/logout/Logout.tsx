import { Link } from '@patchwork/router';
import { logoutAtom, pathToAtom, sessionAtom } from '@patchwork/state';
import { Button, buttonLook, PageHeading, passFocusOn, Stitch } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import styles from './Logout.module.css';

/** The pressed button is removed with the session: the focus goes to the heading, which says so. */
const passFocusToHeading = passFocusOn(() => document.querySelector('h1'));

/**
 * The page after logging out. Opening it does not log out: a link from another site, or a
 * step back in the history, would do it without being asked.
 */
export function Logout() {
  const pathTo = useAtomValue(pathToAtom);
  const session = useAtomValue(sessionAtom);
  const logout = useSetAtom(logoutAtom);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>
        {session ? 'You are still logged in' : 'You are successfully logged out'}
      </PageHeading>
      <Stitch />
      {session && (
        <>
          <p>Your session as {session.user.email} goes on until you log out.</p>
          <Button ref={passFocusToHeading} variant="quiet" onClick={() => logout()}>
            Log out
          </Button>
        </>
      )}
      <Link to={pathTo('product-list')} {...buttonLook()}>
        Continue to Shop!
      </Link>
    </div>
  );
}
