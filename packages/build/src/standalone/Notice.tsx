import { type DeclaredRoute, NAMED_PAGE } from '@patchwork/federation';
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
 * Shows a page to those who may open it in the shop, and tells the others where the shop would send them. It does not
 * send them there: that page may be another remote's. The button of the frame logs them in or out.
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

/** Shown for a path that this remote does not have: in the shop it is another remote’s page. */
export function OtherRemotesPage() {
  const { pathname } = useLocation();
  // A link to another remote's page has no path here: this remote alone doesn't know it.
  const target = pathname.startsWith(NAMED_PAGE)
    ? `The page “${pathname.slice(NAMED_PAGE.length)}”`
    : pathname;
  return (
    <Notice heading="Not in this remote">{target} belongs to another remote of the shop.</Notice>
  );
}
