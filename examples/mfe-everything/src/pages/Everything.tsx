import { Link, pathToAtom } from '@patchwork/shop';
import { PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';

/** Index of the laboratory's pages. */
export function Everything() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className="container">
      <PageHeading>Everything</PageHeading>
      <ul>
        <li>
          <Link to={pathTo('everything-pictures')}>Pictures</Link>
        </li>
        <li>
          <Link to={pathTo('everything-memo')}>A memo component</Link>
        </li>
        <li>
          <Link to={pathTo('everything-lazy')}>A lazy component</Link>
        </li>
        <li>
          <Link to={pathTo('everything-forwarded')}>A forwardRef component</Link>
        </li>
        <li>
          <Link to={pathTo('everything-state')}>Subpaths of shared packages</Link>
        </li>
        <li>
          <Link to={pathTo('everything-late')}>A late chunk</Link>
        </li>
      </ul>
    </div>
  );
}
