import { Link, pathToAtom, sessionAtom } from '@patchwork/shop';
import { buttonLook, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from './TemplatePage.module.css';

/** Shows the session of the shop, which every piece can read; the rest is for its team to write. */
export function TemplatePage() {
  const pathTo = useAtomValue(pathToAtom);
  const session = useAtomValue(sessionAtom);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Template heading</PageHeading>
      <p>
        {session
          ? `${session.user.firstName}, this page is new here.`
          : 'This page is new here. Log in, and it greets you by name.'}
      </p>
      <Link to={pathTo('product-list')} {...buttonLook()}>
        Shop Now
      </Link>
    </div>
  );
}
