import { expect, test } from 'vitest';
import { entryIntegrity, releaseOf, sri } from '../testing/remotes.ts';
import { completeRegistry, pageRegistry } from './page-registry.ts';
import { parseRegistry } from './registry.ts';

const release = (version: string) =>
  releaseOf(version, {
    routes: [
      { page: 'home', path: '/', access: 'open', module: './Home' },
      { page: 'product', path: '/products/:id', access: 'open', module: './Product' },
      { page: 'wishlist', path: '/wishlist', access: 'login', module: './Wishlist' },
    ],
    fragments: { 'header-search': { module: './Search' } },
    files: {
      './Home': ['static/home.js'],
      './Product': ['static/product.js'],
      './Search': ['static/search.js'],
      './Wishlist': ['static/wishlist.js'],
    },
    integrity: {
      ...entryIntegrity,
      'static/home.js': sri('b'),
      'static/later.js': sri('c'),
      'static/product.js': sri('d'),
      'static/search.js': sri('e'),
      'static/wishlist.js': sri('f'),
    },
    shared: { react: { version: '19.0.0', requiredVersion: '^19.0.0' } },
    size: { raw: 10, brotli: 5 },
    publishedAt: '2026-01-01T00:00:00.000Z',
  });

const catalog = {
  id: 'mfe-catalog',
  stable: release('3'),
  canary: { release: release('4'), percent: 5 },
  previous: [release('2'), release('1')],
};

/** Returns a remote without slots, with one page. */
function small(id: string, access: 'open' | 'visitor' = 'open') {
  const routes = [{ page: id, path: `/${id}`, access, module: './Page' }];
  const files = { './Page': ['static/page.js'] };
  const integrity = { ...entryIntegrity, 'static/page.js': sri('h') };
  return { id, stable: releaseOf('1', { id, routes, files, integrity }) };
}

function registryOf(...remotes: object[]) {
  const document = { format: 2, shell: { version: '1.0.0' }, remotes };
  const { registry, problems } = parseRegistry(document);
  expect(problems).toEqual([]);
  return registry;
}

const registry = registryOf(catalog);
const many = Array.from({ length: 20 }, (_, index) => small(`mfe-${index}`));

test('a page for every path has the files of every page, and no previous version', () => {
  const {
    shell,
    remotes: [remote],
  } = pageRegistry(registry);
  expect(shell).toEqual({ version: '1.0.0', previous: [] });
  expect(remote?.stable.files).toEqual({
    './Home': ['static/home.js'],
    './Product': ['static/product.js'],
    './Wishlist': ['static/wishlist.js'],
  });
  expect(remote?.previous).toEqual([]);
  expect(JSON.stringify(remote)).not.toMatch(/publishedAt|size|19\.0\.0|later|search\.js/);
});

test('a page for one path has the files of that page, for the canary too', () => {
  const [remote] = pageRegistry(registry, { route: '/products/:id' }).remotes;
  for (const version of [remote?.stable, remote?.canary?.release]) {
    expect(version?.files).toEqual({ './Product': ['static/product.js'] });
    expect(version?.integrity).toEqual({ ...entryIntegrity, 'static/product.js': sri('d') });
  }
});

test('a page that needs a login also has the files of the pages for logged-out visitors', () => {
  const shop = registryOf(catalog, small('mfe-login', 'visitor'), ...many);
  const filesAt = (route: string) =>
    pageRegistry(shop, { route }).remotes.map(({ stable }) => Object.keys(stable.files).join());
  expect(filesAt('/wishlist').slice(0, 3)).toEqual(['./Wishlist', './Page', '']);
  expect(filesAt('/').slice(0, 3)).toEqual(['./Home', '', '']);
});

test('a large shop’s page has the hashes of its own entry and of entries that fill a slot of the frame', () => {
  const { remotes } = pageRegistry(registryOf(catalog, ...many), { route: '/mfe-3' });
  const hashed = remotes.filter(({ stable }) => 'remoteEntry.js' in stable.integrity);
  expect(hashed.map(({ id }) => id)).toEqual(['mfe-catalog', 'mfe-3']);
});

test.each([
  ['page for every path', pageRegistry],
  ['complete registry', completeRegistry],
])('a large shop’s %s has the hash of every entry, and no files', (_, reduce) => {
  for (const { stable } of reduce(registryOf(catalog, ...many)).remotes) {
    expect(Object.keys(stable.integrity)).toEqual(['remoteEntry.js']);
    expect(stable.files).toEqual({});
  }
});

test('a small shop’s page has the hash of every entry', () => {
  const { remotes } = pageRegistry(registryOf(...many.slice(0, 16)), { route: '/mfe-3' });
  for (const { stable } of remotes) expect(stable.integrity).toMatchObject(entryIntegrity);
});

/** Returns a registry in which a page has a slot, and the fragment in that slot has a slot of its own. */
function withSlots() {
  const page = (version: { routes: object[] }, slots: object) => ({
    ...version,
    routes: version.routes.map((route) => ({ ...route, slots })),
  });
  const filler = (id: string, slot: string, slots: object = {}) => {
    const { stable } = small(id);
    const fragments = { [slot]: { module: './More', slots } };
    const files = { './More': ['static/more.js'] };
    const integrity = { ...entryIntegrity, 'static/more.js': sri('j') };
    return { id, stable: { ...stable, routes: [], fragments, files, integrity } };
  };
  const cart = small('mfe-cart');
  return registryOf(
    { ...cart, stable: page(cart.stable, { recommended: 'many' }) },
    filler('mfe-recommended', 'recommended', { badge: 'one' }),
    filler('mfe-badge', 'badge'),
    small('mfe-other'),
    ...many,
  );
}

const filesOf = ({ remotes }: ReturnType<typeof registryOf>) =>
  Object.fromEntries(
    remotes.flatMap(({ id, stable }) =>
      Object.values(stable.files).map((files) => [
        id,
        [...files, ...Object.keys(stable.integrity)],
      ]),
    ),
  );

test('a page has the files of the fragments in its slots, and of those within them', () => {
  const page = filesOf(pageRegistry(withSlots(), { route: '/mfe-cart' }));
  const more = ['static/more.js', 'remoteEntry.js', 'static/more.js'];
  expect(page).toEqual({
    'mfe-cart': ['static/page.js', 'remoteEntry.js', 'static/page.js'],
    'mfe-recommended': more,
    'mfe-badge': more,
  });
});

test('a large shop’s other pages have neither files nor hashes of fragments in that page', () => {
  const { remotes } = pageRegistry(withSlots(), { route: '/mfe-other' });
  const hashed = remotes.filter(({ stable }) => Object.keys(stable.integrity).length > 0);
  expect(hashed.map(({ id }) => id)).toEqual(['mfe-other']);
});

test('a small shop’s complete registry has the files of fragments in pages', () => {
  const { remotes, ...rest } = withSlots();
  const complete = completeRegistry({ ...rest, remotes: remotes.slice(0, 4) });
  expect(Object.keys(filesOf(complete))).toEqual([
    'mfe-cart',
    'mfe-recommended',
    'mfe-badge',
    'mfe-other',
  ]);
});

test('an embedded registry is read like any other', () => {
  const embedded = pageRegistry(registry, {
    complete: { address: '/static/registry.json', integrity: sri('z') },
  });
  const read = parseRegistry(JSON.parse(JSON.stringify(embedded)));
  expect(read).toEqual({ problems: [], registry: embedded });
});

test('the complete registry has one previous version, with the hash of its entry', () => {
  const complete = completeRegistry(registry);
  expect(complete.complete).toBeUndefined();
  const previous = { version: '2', integrity: entryIntegrity, files: {} };
  expect(complete.remotes[0]?.previous).toMatchObject([previous]);
});

test('a small shop’s complete registry has the files of every page of the stable version and the canary', () => {
  const [remote] = completeRegistry(registry).remotes;
  for (const version of [remote?.stable, remote?.canary?.release]) {
    expect(Object.keys(version?.files ?? {})).toEqual(['./Home', './Product', './Wishlist']);
    expect(version?.integrity).toMatchObject({ 'static/product.js': sri('d') });
    expect(version?.integrity).not.toHaveProperty(['static/search.js']);
  }
});
