import { Link, pathToAtom, sessionAtom } from '@patchwork/shop';
import { buttonLook, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from './TemplatePage.module.css';

/** Example page that shows the shared session. Replace its content. */
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
