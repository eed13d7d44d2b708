import type { DeclaredRoute } from '@patchwork/federation';
import { sessionAtom } from '@patchwork/shop';
import { redirectFor } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import type { ComponentType } from 'react';
import { Notice } from './Notice.tsx';

interface GuardedProps {
  readonly access: DeclaredRoute['access'];
  readonly Page: ComponentType;
}

/**
 * A page for those who may open it in the shop. The others read where the shop would send them: the
 * page may be another remote's, and the frame's button changes who they are.
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
