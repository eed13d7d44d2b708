import {
  addressesAtom,
  cartAtom,
  Link,
  pathToAtom,
  productsAtom,
  wishlistAtom,
} from '@patchwork/shop';
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
  const routes = [{ page: 'product-list', path: '/productlist', module: './List' }];
  expect(renderPages(routes, () => [List])).toEqual({
    './List': ['<h1>The collection</h1><a href="page:home">Home</a><p>Loading</p>'],
  });
});

function Own() {
  const lists = [
    useAtomValue(cartAtom).data,
    useAtomValue(wishlistAtom).data,
    useAtomValue(addressesAtom).data,
  ];
  return lists.map((list) => (list ? `${list.length} of them` : 'Loading')).join();
}

test('what belongs to a shopper is still loading, not empty', () => {
  const routes = [{ page: 'own', path: '/own', module: './Own' }];
  expect(renderPages(routes, () => [Own])).toEqual({ './Own': ['Loading,Loading,Loading'] });
});

function needsBrowser(): never {
  throw new ReferenceError('window is not defined');
}

test.each([
  ['while it is rendered', () => [needsBrowser]],
  ['while its module is loaded', needsBrowser],
])(
  'a page that needs a browser %s fails with one line that names it and its module',
  (_when, componentsOf) => {
    const routes = [{ page: 'home', path: '/', module: './Home' }];
    const message =
      'page home (./Home) has "prerender" in remote.json, but can’t be rendered in Node: window is not defined';
    expect(() => renderPages(routes, componentsOf)).toThrow(
      expect.objectContaining({ message, stack: message }),
    );
  },
);

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
