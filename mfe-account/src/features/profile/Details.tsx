import type { User } from '@patchwork/domain';
import { Link } from '@patchwork/router';
import { pathToAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import styles from './Details.module.css';

interface UserDetailsProps {
  user: User;
}

/** What the shop knows of a shopper, and the way to what she ordered. */
export function UserDetails({ user }: UserDetailsProps) {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <>
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
      <p>
        <Link to={pathTo('orders')} className={styles.orders}>
          Your orders
        </Link>
      </p>
    </>
  );
}
