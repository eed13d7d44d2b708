import { Link, pathToAtom } from '@patchwork/shop';
import { PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import own from './Order.module.css';
import shared from './shared.module.css';

/** Overrides a class of a style sheet that another page uses too. */
export function Order() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className="container">
      <PageHeading>Order of styles</PageHeading>
      <p className={`${shared.word} ${own.loud}`}>Loud</p>
      <Link to={pathTo('everything-other-order')}>The other page</Link>
    </div>
  );
}
