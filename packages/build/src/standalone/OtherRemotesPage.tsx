import { PAGE_NOT_FOUND } from '@patchwork/federation';
import { useLocation } from '@patchwork/router';
import { Notice } from './Notice.tsx';

/** Shown for a path that this remote does not have: in the shop it is another remote’s page. */
export function OtherRemotesPage() {
  const { pathname } = useLocation();
  // A link to another remote's page has no path here: this remote alone doesn't know it.
  const target = pathname.startsWith(PAGE_NOT_FOUND)
    ? `The page “${pathname.slice(PAGE_NOT_FOUND.length)}”`
    : pathname;
  return (
    <Notice heading="Not in this remote">{target} belongs to another remote of the shop.</Notice>
  );
}
