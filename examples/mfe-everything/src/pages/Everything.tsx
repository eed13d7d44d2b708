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
        <li>
          <Link to={pathTo('everything-tailwind')}>Tailwind</Link>
        </li>
        <li>
          <Link to={pathTo('everything-sass')}>Sass</Link>
        </li>
        <li>
          <Link to={pathTo('everything-emotion')}>Emotion</Link>
        </li>
        <li>
          <Link to={pathTo('everything-icons')}>Icons</Link>
        </li>
        <li>
          <Link to={pathTo('everything-picker')}>A date picker</Link>
        </li>
        <li>
          <Link to={pathTo('everything-order')}>Order of styles</Link>
        </li>
        <li>
          <Link to={pathTo('everything-workers')}>Workers</Link>
        </li>
        <li>
          <Link to={pathTo('everything-awaited')}>Top-level await</Link>
        </li>
        <li>
          <Link to={pathTo('everything-boundary')}>An error boundary</Link>
        </li>
        <li>
          <Link to={pathTo('everything-aliases')}>Path aliases</Link>
        </li>
        <li>
          <Link to={pathTo('everything-nested', { '*': '' })}>Nested routes</Link>
        </li>
        <li>
          <Link to={pathTo('everything-api')}>An own API</Link>
        </li>
        <li>
          <Link to={pathTo('everything-draft')}>A stored value</Link>
        </li>
        <li>
          <Link to={pathTo('everything-rights')}>Rights</Link>
        </li>
      </ul>
    </div>
  );
}
