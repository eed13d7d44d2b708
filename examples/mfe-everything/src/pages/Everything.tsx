import { Link, pathToAtom } from '@patchwork/shop';
import { PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';

const pages = [
  ['everything-pictures', 'Pictures'],
  ['everything-memo', 'A memo component'],
  ['everything-lazy', 'A lazy component'],
  ['everything-forwarded', 'A forwardRef component'],
  ['everything-state', 'Subpaths of shared packages'],
  ['everything-late', 'A late chunk'],
  ['everything-tailwind', 'Tailwind'],
  ['everything-sass', 'Sass'],
  ['everything-emotion', 'Emotion'],
  ['everything-icons', 'Icons'],
  ['everything-picker', 'A date picker'],
  ['everything-order', 'Order of styles'],
  ['everything-workers', 'Workers'],
  ['everything-awaited', 'Top-level await'],
  ['everything-boundary', 'An error boundary'],
  ['everything-aliases', 'Path aliases'],
  ['everything-api', 'An own API'],
  ['everything-draft', 'A stored value'],
  ['everything-rights', 'Rights'],
] as const;

/** Index of the laboratory's pages. */
export function Everything() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className="container">
      <PageHeading>Everything</PageHeading>
      <ul>
        {pages.map(([page, heading]) => (
          <li key={page}>
            <Link to={pathTo(page)}>{heading}</Link>
          </li>
        ))}
        <li>
          <Link to={pathTo('everything-nested', { '*': '' })}>Nested routes</Link>
        </li>
      </ul>
    </div>
  );
}
