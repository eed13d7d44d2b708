import { NAMED_PAGE } from '@patchwork/federation';
import { useLocation } from '@patchwork/shop';
import { Notice } from './Notice.tsx';

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
