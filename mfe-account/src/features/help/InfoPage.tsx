import { Link, pathToAtom } from '@patchwork/shop';
import { PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import styles from './InfoPage.module.css';

const titles = { help: 'Help', delivery: 'Delivery', returns: 'Returns', privacy: 'Privacy' };
const pages = ['help', 'delivery', 'returns', 'privacy'] as const;

interface InfoPageProps {
  page: (typeof pages)[number];
  children: ReactNode;
}

/** Help page with text for shoppers, and with links to all help pages. */
export function InfoPage({ page, children }: InfoPageProps) {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{titles[page]}</PageHeading>
      <nav aria-label="Help" className={styles.pages}>
        {pages.map((each) => (
          <Link key={each} to={pathTo(each)} aria-current={each === page ? 'page' : undefined}>
            {titles[each]}
          </Link>
        ))}
      </nav>
      <div className={styles.text}>{children}</div>
    </div>
  );
}
