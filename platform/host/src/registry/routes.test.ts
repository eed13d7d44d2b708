import * as v from 'valibot';
import { expect, test } from 'vitest';
import { matchRoutes } from '../routing/testing.ts';
import { publishedRoutesSchema, remoteJsonSchema } from './piece-json.ts';
import { matchRoute, newPathOf, pathOfPage } from './routes.ts';

const catalog = {
  id: 'catalog',
  routes: [
    { page: 'home', path: '/' },
    { page: 'product-list', path: '/productlist' },
    { page: 'product', path: '/productlist/:productId' },
  ],
};
const offers = { id: 'offers', routes: [{ page: 'offers', path: '/productlist/offers' }] };

test.each([
  ['/', '/'],
  ['/productlist', '/productlist'],
  ['/productlist/', '/productlist'],
  ['/productlist//', '/productlist'],
  ['/productlist/linen-shirt', '/productlist/:productId'],
  ['/ProductList', '/productlist'],
  ['/PRODUCTLIST/Linen-Shirt', '/productlist/:productId'],
])('%s belongs to the route %s', (path, route) => {
  expect(matchRoute([catalog], path)?.route.path).toBe(route);
});

test.each(['/nowhere', '/productlist/a/b', '//productlist', '/productlist//linen-shirt'])(
  '%s belongs to no route',
  (path) => {
    expect(matchRoute([catalog], path)).toBeUndefined();
  },
);

test('a literal segment wins over a parameter, whichever remote is listed first', () => {
  expect(matchRoute([catalog, offers], '/productlist/offers')?.remote.id).toBe('offers');
  expect(matchRoute([offers, catalog], '/productlist/offers')?.remote.id).toBe('offers');
});

test.each([
  ['home', {}, '/'],
  ['product-list', {}, '/productlist'],
  ['product', { productId: 'a/b c' }, '/productlist/a%2Fb%20c'],
])('the page %s with %o has the path that its remote declares', (page, values, path) => {
  expect(pathOfPage([{ routes: [] }, catalog], page, values)).toBe(path);
});

test.each([
  ['cart', {}, '/named-page/cart'],
  ['receipt', { order: 'a&b', line: '7' }, '/named-page/receipt?order=a%26b&line=7'],
  ['product', {}, '/named-page/product'],
  ['product', { productId: '' }, '/named-page/product?productId='],
])(
  'the page %s with %o, which no remote can show, gets an address with its name',
  (page, values, address) => {
    const path = pathOfPage([catalog], page, values);
    expect(path).toBe(address);
    expect(matchRoute([catalog], path)).toBeUndefined();
  },
);

const route = (path: string, from: string[]) => ({
  page: 'product',
  path,
  access: 'open',
  module: './Product',
  from,
});

test.each([
  ['/items/linen-shirt', '/p/linen-shirt'],
  ['/shop/tops/linen shirt', '/p/linen%20shirt'],
  ['/p/linen-shirt', undefined],
  ['/items', undefined],
])('the old address %s leads to %s', (old, path) => {
  const remotes = [{ routes: [route('/p/:id', ['/items/:id', '/shop/:kind/:id'])] }];
  expect(newPathOf(remotes, old)).toBe(path);
});

/** Returns what is wrong with a declaration that has these routes; undefined if nothing is. */
function problemOf(...routes: object[]) {
  const declared = { id: 'mfe-shop', team: 'Shop', developmentPort: 3001, routes };
  const [issue] = v.safeParse(remoteJsonSchema, declared).issues ?? [];
  return issue && `${v.getDotPath(issue)}: ${issue.message}`;
}

test.each([
  [['/items'], 'routes.0: from: /items has not :id, which /p/:id needs'],
  [['/P/:id'], 'routes.0: from: /P/:id is the path that the page has now'],
  [['items/:id'], 'routes.0.from.0: a route is written "/segment/:param" or "/segment/*"'],
])('the old addresses %j are refused', (from, problem) => {
  expect(problemOf(route('/p/:id', from))).toBe(problem);
});

test.each([
  '/api/gifts',
  '/static/x',
  '/images/:id',
  '/remotes',
  '/shell/x',
  '/_headers',
  '/_headers2/x',
])('a page is neither at %s nor was it, because a server has no pages there', (path) => {
  const problem = `routes.0: a server has files or API calls at ${path} and never the page: choose another path`;
  expect(problemOf(route(path, []))).toBe(problem);
  expect(problemOf(route(path.includes(':') ? '/p/:id' : '/p', [path]))).toBe(problem);
});

test.each(['/named-page/cart', '/Named-Page/:id'])(
  'a page is neither at %s nor was it, because links to named pages lead there',
  (path) => {
    const problem = `routes.0: the shop forwards ${path} to the page of that name: choose another path`;
    expect(problemOf(route(path, []))).toBe(problem);
    expect(problemOf(route(path.includes(':') ? '/p/:id' : '/p', [path]))).toBe(problem);
  },
);

test.each(['//x', '//:host', '//x/y'])('the path %s, with two slashes, is refused', (path) => {
  const problem = `routes.0: ${path} begins with two slashes: leave one out`;
  expect(problemOf(route(path, []))).toBe(problem);
  expect(problemOf(route(path.includes(':') ? '/p/:host' : '/p', [path]))).toBe(problem);
});

test('a path with a parameter twice is refused', () => {
  expect(problemOf(route('/p/:id/:id', []))).toBe(
    'routes.0: /p/:id/:id has :id twice: rename one of them',
  );
});

test.each([
  [['/gift'], ['/Gift'], '/Gift has addresses in common with /gift'],
  [['/gift'], ['/gift'], '/gift is there twice'],
  [['/gift/:a'], ['/gift/:b'], '/gift/:b has addresses in common with /gift/:a'],
  [['/gift/:a'], ['/:b/new'], '/:b/new has addresses in common with /gift/:a'],
  [['/gift', '/old'], ['/new', '/old'], '/old is there twice'],
  [['/gift', '/old', '/old'], ['/new'], '/old is there twice'],
])('two pages of one remote with %j and %j are refused', (one, other, problem) => {
  const pages = [one, other].map(([path = '', ...from], index) => ({
    ...route(path, from),
    page: `page-${index}`,
  }));
  expect(problemOf(...pages)).toBe(`routes: ${problem}: choose another path`);
});

test('a fixed word and a parameter may be at the same place of two paths', () => {
  const pages = [route('/gift/:id', []), { ...route('/gift/new', ['/gift/old']), page: 'new' }];
  expect(problemOf(...pages)).toBeUndefined();
});

test.each(['/', '/apis', '/p/api/:id', '/image/static', '/:id'])('a page may be at %s', (path) => {
  expect(problemOf(route(path, []))).toBeUndefined();
});

test('the pages of a published version are read although present rules refuse them', () => {
  const routes = ['/api/x', '//x', '/:a/:a', '/:b/:c'].map((path) => ({
    ...route(path, []),
    prerendr: true,
  }));
  expect(problemOf(...routes)).toBeDefined();
  expect(v.parse(publishedRoutesSchema, { budget: {}, routes }).routes).toHaveLength(4);
});

const lab = {
  id: 'lab',
  routes: [
    { page: 'lab', path: '/lab/*' },
    { page: 'lab-photo', path: '/lab/photos/:id' },
  ],
};

test.each([
  ['/lab', '/lab/*'],
  ['/lab/', '/lab/*'],
  ['/Lab/a/b/c', '/lab/*'],
  ['/lab/photos', '/lab/*'],
  ['/lab/photos/7', '/lab/photos/:id'],
  ['/labs', undefined],
])('%s belongs to %s, where a page owns everything below its path', (path, route) => {
  expect(matchRoute([lab], path)?.route.path).toBe(route);
});

const ranked = ['/lab/*', '/:a/b', '/:a/:b', '/lab/a/*', '/:a/b/c', '/:a/:b/:c/:d', '/lab'];

test.each(['/lab', '/lab/a', '/lab/b', '/lab/b/c', '/lab/a/b/c', '/x/b', '/x/y', '/x/b/c'])(
  'at %s the router shows the route that the registry names',
  (path) => {
    const routes = ranked.map((each) => ({ path: each }));
    const [match] = matchRoutes(routes, path) ?? [];
    expect(matchRoute([{ routes }], path)?.route.path).toBe(match?.route.path);
  },
);

test.each([
  [{}, '/lab'],
  [{ '*': 'photos/a b' }, '/lab/photos/a%20b'],
])('a link with %j leads below the page that owns everything there', (values, path) => {
  expect(pathOfPage([lab], 'lab', values)).toBe(path);
});

test('an old address leads to the same place below the new path', () => {
  const remotes = [{ routes: [{ page: 'lab', path: '/lab/*', from: ['/experiments/*'] }] }];
  expect(newPathOf(remotes, '/experiments/a/b')).toBe('/lab/a/b');
  expect(newPathOf(remotes, '/experiments')).toBe('/lab');
});

test.each([
  ['/:page/*', [], '/:page/* would own pages of every remote: begin the path with a fixed word'],
  [
    '/api/*',
    [],
    'a server has files or API calls at /api/* and never the page: choose another path',
  ],
  [
    '/lab',
    ['/old/*'],
    'from: /old/* has all addresses below it, which /lab has not: end both with /*',
  ],
])('%s, from %j, is refused', (path, from, problem) => {
  expect(problemOf(route(path, from))).toBe(`routes.0: ${problem}`);
});

test.each(['/*', '/lab*', '/lab/*/a'])('%s is no path', (path) => {
  expect(problemOf(route(path, []))).toBe(
    'routes.0.path: a route is written "/segment/:param" or "/segment/*"',
  );
});

test('a remote may have pages of their own below one that owns everything there', () => {
  const pages = [route('/lab/*', []), { ...route('/lab/photos', []), page: 'photos' }];
  expect(problemOf(...pages)).toBeUndefined();
});

test.each([
  ['/lab', { label: 'Laboratory', order: 10 }, undefined],
  ['/lab/*', { label: 'Laboratory' }, undefined],
  ['/lab', { label: '' }, 'routes.0.link.label: a link has a label'],
  [
    '/lab',
    { label: 'A laboratory for everyone' },
    'routes.0.link.label: a link’s label has at most 24 characters',
  ],
  [
    '/lab/:id',
    { label: 'Laboratory' },
    'routes.0: link: no link in the frame can give :id of /lab/:id: link a page without parameters',
  ],
])('for the page at %s, the link %j is %s', (path, link, problem) => {
  expect(problemOf({ ...route(path, []), link })).toBe(problem);
});
