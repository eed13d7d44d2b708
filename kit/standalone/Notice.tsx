import { type DeclaredRoute, NAMED_PAGE } from '@patchwork/host';
import { sessionAtom, useLocation } from '@patchwork/shop';
import { redirectFor } from '@patchwork/shop/domain';
import { EmptyState, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import styles from './standalone.module.css';

interface NoticeProps {
  readonly heading: string;
  readonly children: ReactNode;
}

const Notice = ({ heading, children }: NoticeProps) => (
  <div className={`container ${styles.notice}`}>
    <PageHeading>{heading}</PageHeading>
    <EmptyState>
      <p>{children}</p>
    </EmptyState>
  </div>
);

interface GuardedProps {
  readonly access: DeclaredRoute['access'];
  readonly Page: ComponentType;
}

/**
 * Page of the remote or, for a visitor without access, a notice that says where the shop would redirect to. It doesn't
 * redirect, because the target may belong to another remote. A button in the frame logs in and out.
 */
export function Guarded({ access, Page }: GuardedProps) {
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  const instead = redirectFor(access, isLoggedIn);
  if (instead === undefined) return <Page />;
  return (
    <Notice heading={isLoggedIn ? 'Log out to see this page' : 'Log in to see this page'}>
      It has access “{access}”: in the shop you would be sent to the page “{instead}”.
    </Notice>
  );
}

/** Notice for paths that this remote doesn't have. In the shop, they may belong to another remote. */
export function OtherRemotesPage() {
  const { pathname } = useLocation();
  // Pages of other remotes have no path on a stand-alone page.
  const target = pathname.startsWith(NAMED_PAGE)
    ? `The page “${pathname.slice(NAMED_PAGE.length)}”`
    : pathname;
  return (
    <Notice heading="Not in this remote">{target} belongs to another remote of the shop.</Notice>
  );
}
