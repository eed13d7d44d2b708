import { Link, pathToAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { expect, test } from 'vitest';
import { renderPages } from './render-pages.tsx';

const routeWith = (head?: object) => [
  {
    ...{ page: 'product', path: '/products/:id', module: './Product' },
    ...(head && { head: { type: 'product' as const, index: true, ...head } }),
  },
];
const data = '/api/products/:id';
const Title = () => <h1>{'{product.title}'}</h1>;
const Picture = () => <img src="{product.image}" alt="" />;
const Named = () => <img src="/shirt.png" alt="{product.title}" />;
const Waiting = () => <p>Loading</p>;

function Next() {
  const pathTo = useAtomValue(pathToAtom);
  return <Link to={pathTo('product', { productId: '{product.next}' })}>Next</Link>;
}

test('a page’s first words are rendered with placeholders, and the page itself for a server without its data', () => {
  const FirstWords = () => (
    <>
      <Title />
      <Picture />
      <Next />
    </>
  );
  expect(renderPages(routeWith({ data }), () => [FirstWords, Waiting])).toEqual({
    './Product': [
      '<link rel="preload" as="image" href="{product.image}"/><h1>{product.title}</h1><img src="{product.image}" alt=""/><a href="page:product?productId={product.next}">Next</a>',
      '<p>Loading</p>',
    ],
  });
});

test.each([
  ['it has no head', Title, undefined],
  ['its head has no data', Title, { title: 'Product' }],
  ['a value would be in another attribute than an address', Named, { data }],
])('the build says so when %s', (_when, FirstWords, head) => {
  const render = () => renderPages(routeWith(head), () => [FirstWords]);
  expect(render).toThrow(/^page product \(\.\/Product\) has "prerender" .* (?:data|attribute)/);
});
