import { expect, test } from 'vitest';
import { renderPages } from './render-pages.tsx';

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
  expect(renderPages(routes, () => FirstWords)).toEqual({
    './Product':
      '<link rel="preload" as="image" href="{page.image}"/><h1>{product.title}</h1><img src="{page.image}" alt=""/>',
  });
});

test.each([
  ['its head has no such value', Title, { title: 'Product' }],
  ['its head has no picture', Picture, { title: '{product.title}' }],
  ['a value would be in an attribute', Named, { title: '{product.title}' }],
])('the build says so when %s', (_when, FirstWords, head) => {
  const render = () => renderPages(routeWith(head), () => FirstWords);
  expect(render).toThrow(/^page product \(\.\/Product\) has "prerender" .* its head/);
});
