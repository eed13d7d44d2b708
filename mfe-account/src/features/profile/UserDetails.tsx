import { Link, pathToAtom } from '@patchwork/shop';
import type { User } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import styles from './UserDetails.module.css';

interface UserDetailsProps {
  user: User;
}

/** The shopper's names and email, and a link to the orders. */
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
