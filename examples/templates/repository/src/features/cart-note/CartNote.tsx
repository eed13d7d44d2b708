import { Link, pathToAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';

/** Fragment below the cart: a link to this remote's page. */
export function CartNote() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <p className="container">
      <Link to={pathTo('template-feature')}>Template heading</Link>
    </p>
  );
}
