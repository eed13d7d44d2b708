import { Link, pathToAtom, sessionAtom } from '@patchwork/shop';
import { buttonLook, PageHeading, Stitch } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { LogoutButton } from '../../LogoutButton.tsx';
import { KeptData } from './KeptData.tsx';
import styles from './Logout.module.css';

/**
 * The page after logging out. Opening it does not log out: a link from another site, or a
 * step back in the history, would do it without being asked.
 */
export function Logout() {
  const pathTo = useAtomValue(pathToAtom);
  const session = useAtomValue(sessionAtom);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>
        {session ? 'You are still logged in' : 'You are successfully logged out'}
      </PageHeading>
      <Stitch />
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
    </div>
  );
}
