import { Link } from '@patchwork/router';
import {
  cartLoadAtom,
  ordersLoadAtom,
  pathToAtom,
  productsAtom,
  wishlistLoadAtom,
} from '@patchwork/state';
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
  expect(renderPages(routes, () => ({ Component: List }))).toEqual({
    './List': '<h1>The collection</h1><a href="page:home">Home</a><p>Loading</p>',
  });
});

function Own() {
  const lists = [
    useAtomValue(cartLoadAtom).data,
    useAtomValue(wishlistLoadAtom).data,
    useAtomValue(ordersLoadAtom).data,
  ];
  return lists.map((list) => (list ? `${list.length} of them` : 'Loading')).join();
}

test('what belongs to a shopper is still loading, not empty', () => {
  const routes = [{ page: 'own', path: '/own', module: './Own' }];
  expect(renderPages(routes, () => ({ Component: Own }))).toEqual({
    './Own': 'Loading,Loading,Loading',
  });
});

const needsBrowser = (): never => {
  throw new ReferenceError('window is not defined');
};

test.each([
  ['while it is rendered', () => ({ Component: needsBrowser })],
  ['while its module is loaded', needsBrowser],
])(
  'a page that needs a browser %s fails with one line that names it and its module',
  (_when, exposed) => {
    const routes = [{ page: 'home', path: '/', module: './Home' }];
    const message =
      'page home (./Home) has "prerender" in remote.json, but can’t be rendered in Node: window is not defined';
    expect(() => renderPages(routes, exposed)).toThrow(
      expect.objectContaining({ message, stack: message }),
    );
  },
);

const routeWith = (head: object) => [
  {
    ...{ page: 'product', path: '/products/:id', module: './Product' },
    head: { type: 'product' as const, index: true, data: '/api/products/:id', ...head },
  },
];
const Picture = () => <img src="{page.image}" alt="" />;
const Title = () => <h1>{'{product.title}'}</h1>;
const Named = () => <img src="/shirt.png" alt="{product.title}" />;

test('of a page whose heading is data, its first words are rendered with placeholders', () => {
  const FirstWords = () => (
    <>
      <Title />
      <Picture />
    </>
  );
  const routes = routeWith({ title: '{product.title}', image: '{product.image}' });
  expect(renderPages(routes, () => ({ Component: needsBrowser, FirstWords }))).toEqual({
    './Product':
      '<link rel="preload" as="image" href="{page.image}"/><h1>{product.title}</h1><img src="{page.image}" alt=""/>',
  });
});

test.each([
  ['its head has no such value', Title, { title: 'Product' }],
  ['its head has no picture', Picture, { title: '{product.title}' }],
  ['a value would be in an attribute', Named, { title: '{product.title}' }],
])('the build says so when %s', (_when, FirstWords, head) => {
  const render = () => renderPages(routeWith(head), () => ({ Component: FirstWords, FirstWords }));
  expect(render).toThrow(/^page product \(\.\/Product\) has "prerender" .* its head/);
});
