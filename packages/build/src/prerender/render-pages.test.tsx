import { Link } from '@patchwork/router';
import { pathToAtom, productsAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import { expect, test } from 'vitest';
import { renderPages } from './render-pages.tsx';

function List() {
  const pathTo = useAtomValue(pathToAtom);
  const { data } = useAtomValue(productsAtom);
  return (
    <>
      <h1>The collection</h1>
      <Link to={pathTo('home')}>Home</Link>
      <p>{data ? `${data.length} products` : 'Loading'}</p>
    </>
  );
}

test('a page is rendered as it looks before its data has arrived, with links that name pages', () => {
  const routes = [{ path: '/productlist', module: './List' }];
  expect(renderPages(routes, () => List)).toEqual({
    './List': '<h1>The collection</h1><a href="page:home">Home</a><p>Loading</p>',
  });
});
