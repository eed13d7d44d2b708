import { Link } from '@patchwork/router';
import { buttonLook, PageHeading, Stitch } from '@patchwork/ui';
import styles from './Logout.module.css';

/** Where a shopper arrives after logging out. Opening it logs nobody out. */
export function Logout() {
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>You are successfully logged out</PageHeading>
      <Stitch />
      <Link to="/productlist" {...buttonLook()}>
        Continue to Shop!
      </Link>
    </div>
  );
}
