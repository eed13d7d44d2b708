import type { User } from '@patchwork/domain';
import { logoutAtom, sessionAtom } from '@patchwork/state';
import { Button, PageHeading } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import styles from './Profile.module.css';

interface DetailsProps {
  user: User;
}

function Details({ user }: DetailsProps) {
  return (
    <dl className={styles.details}>
      <div>
        <dt>First name</dt>
        <dd>{user.firstName || 'Not given'}</dd>
      </div>
      <div>
        <dt>Last name</dt>
        <dd>{user.lastName || 'Not given'}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{user.email}</dd>
      </div>
    </dl>
  );
}

/** Who is logged in. Between logging out and the next page there is nobody to show. */
export function Profile() {
  const session = useAtomValue(sessionAtom);
  const logout = useSetAtom(logoutAtom);
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.head}>
        <PageHeading>My Profile</PageHeading>
        {session && (
          <Button variant="quiet" onClick={() => logout()}>
            Log out
          </Button>
        )}
      </div>
      {session && <Details user={session.user} />}
    </div>
  );
}
