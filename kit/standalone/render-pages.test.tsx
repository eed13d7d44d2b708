import {
  addressesAtom,
  cartAtom,
  configurationAtom,
  Link,
  locationAtom,
  pathToAtom,
  productsAtom,
  serverData,
  slotOf,
  wishlistAtom,
} from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { type ComponentType, forwardRef, lazy, memo } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createPageRenderer, renderPages } from './render-pages.tsx';
import { type ComponentOf, componentIn } from './standalone-remotes.tsx';

const showing =
  (Component: ComponentType): ComponentOf =>
  <Props,>() =>
    Component as ComponentType<Props>;

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

test('a page is rendered in its state before data arrives, with links to named pages', async () => {
  const routes = [{ page: 'product-list', path: '/productlist', module: './List' }];
  expect(await renderPages(routes, showing(List))).toEqual({
    './List': '<h1>The collection</h1><a href="page:home">Home</a><p>Loading</p>',
  });
});

test('a page with many addresses has no HTML of the build', async () => {
  const routes = [{ page: 'lab', path: '/lab/*', module: './Lab' }];
  expect(await renderPages(routes, showing(List))).toEqual({ './Lab': '' });
});

function Own() {
  const lists = [
    useAtomValue(cartAtom).data,
    useAtomValue(wishlistAtom).data,
    useAtomValue(addressesAtom).data,
  ];
  return lists.map((list) => (list ? `${list.length} of them` : 'Loading')).join();
}

test('the lists of a shopper are rendered as loading, not as empty', async () => {
  const routes = [{ page: 'own', path: '/own', module: './Own' }];
  expect(await renderPages(routes, showing(Own))).toEqual({ './Own': 'Loading,Loading,Loading' });
});

function needsBrowser(): never {
  throw new ReferenceError('window is not defined');
}

test.each([
  ['while it is rendered', showing(needsBrowser)],
  ['while its module is loaded', needsBrowser],
])(
  'a page that needs a browser %s fails with one line that names it and its module',
  async (_when, componentOf) => {
    const routes = [{ page: 'home', path: '/', module: './Home' }];
    const message =
      'page home (./Home) has "prerender" in remote.json, but can’t be rendered in Node: window is not defined';
    await expect(renderPages(routes, componentOf)).rejects.toThrow(
      expect.objectContaining({ message, stack: message }),
    );
  },
);

test.each<[string, ComponentType]>([
  ['memo', memo(List)],
  ['forwardRef', forwardRef(() => <List />)],
  ['lazy', lazy(async () => ({ default: List }))],
])('a page whose component is made with %s is rendered', async (_kind, Component) => {
  const routes = [{ page: 'list', path: '/list', module: './List' }];
  const pages = await renderPages(routes, showing(Component));
  expect(pages['./List']).toContain('<h1>The collection</h1>');
});

test('a page whose module has a top-level await is rendered when it is there', async () => {
  const module = Promise.resolve({ Component: List });
  const routes = [{ page: 'product-list', path: '/productlist', module: './List' }];
  expect((await renderPages(routes, () => componentIn(module)))['./List']).toContain('Loading');
});

test('a lazy page that can’t be loaded fails with the reason', async () => {
  const Component = lazy(() => Promise.reject(new Error('no such file')));
  const routes = [{ page: 'list', path: '/list', module: './List' }];
  await expect(renderPages(routes, showing(Component))).rejects.toThrow(
    'page list (./List) has "prerender" in remote.json, but can’t be rendered in Node: no such file',
  );
});

describe('with its data', () => {
  const surroundings = {
    remotes: [
      {
        ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1.0.0', entry: '/remoteEntry.js' },
        routes: [{ page: 'home', path: '/start', access: 'open', module: './Home' } as const],
        ...{ fragments: { below: { module: './Below', height: '27rem' } }, files: {} },
      },
    ],
    configuration: { catalogue: { maxPrice: 9000 } },
  };

  const render = (Component: ComponentType, fetch: (url: string) => Promise<Response>) =>
    createPageRenderer(showing(Component))(
      { module: './Page', path: '/list', address: '/list?size=M' },
      surroundings,
      fetch,
    );

  const statusAtom = serverData<string>(() => ({
    key: ['status'],
    scope: 'shop',
    load: async (api, options) => {
      const { ok } = await api.listCategories({}, options);
      return { ok: true, value: ok ? 'open' : 'closed' };
    },
  }));
  /** Asks for more data once its first data has arrived. */
  const afterAtom = serverData<string>((get) => {
    const { data } = get(statusAtom);
    return {
      key: ['after', data ?? ''],
      scope: 'shop',
      load: async () => ({ ok: true, value: `after ${data}` }),
    };
  });

  const noApi = async () => Response.json({}, { status: 503 });

  test('a page is rendered with the data that it requests, and with data that depends on it', async () => {
    const Page = () => `${useAtomValue(statusAtom).data}, ${useAtomValue(afterAtom).data}`;
    const page = await render(Page, noApi);
    expect(page?.html).toBe('closed, after closed');
    expect(JSON.parse(page?.seed ?? '')).toEqual({
      format: 1,
      queries: expect.arrayContaining([
        [['status'], 'closed'],
        [['after', 'closed'], 'after closed'],
      ]),
    });
  });

  test('a lazy page is rendered with the data that it requests', async () => {
    const Page = () => useAtomValue(statusAtom).data;
    expect(
      (
        await render(
          lazy(async () => ({ default: Page })),
          noApi,
        )
      )?.html,
    ).toBe('closed');
  });

  test('it has the requested URL, the paths of the live pages and the shop’s settings', async () => {
    function Page() {
      const { pathname, search } = useAtomValue(locationAtom);
      const { maxPrice } = useAtomValue(configurationAtom);
      const pathTo = useAtomValue(pathToAtom);
      return [pathname, search, maxPrice, pathTo('home')].join(' ');
    }
    expect((await render(Page, noApi))?.html).toBe('/list ?size=M 9000 /start');
  });

  test('a slot is rendered as in a browser before its fragment has loaded', async () => {
    const Slot = slotOf<{ offers: object }>();
    const Page = () => <Slot name="offers">Offers soon</Slot>;
    expect((await render(Page, noApi))?.html).toBe('<div>Offers soon</div>');
  });

  test('a fragment’s space is reserved without a style attribute, which the shop’s policy forbids', async () => {
    const Slot = slotOf<{ below: object }>();
    const Page = () => <Slot name="below" />;
    const html = '<div data-fragment="mfe-catalog below"><div></div></div>';
    expect((await render(Page, noApi))?.html).toBe(html);
  });

  test('no data of a shopper is requested', async () => {
    const fetch = vi.fn(noApi);
    expect((await render(Own, fetch))?.html).toBe('Loading,Loading,Loading');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('no page is rendered if the API fails or its data is too long', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    expect(await render(List, noApi)).toBeUndefined();
    const key = ['long'];
    const value = 'x'.repeat(60_000);
    const longAtom = serverData<string>(() => ({
      ...{ key, scope: 'shop' },
      load: async () => ({ ok: true, value }),
    }));
    expect(await render(() => useAtomValue(longAtom).data, noApi)).toBeUndefined();
  });

  test('a page that keeps requesting data fails', async () => {
    let count = 0;
    const endlessAtom = serverData<number>(() => {
      count += 1;
      const key = ['endless', String(count)];
      return { key, scope: 'shop', load: async () => ({ ok: true, value: count }) };
    });
    const Page = () => useAtomValue(endlessAtom).data ?? 'Loading';
    await expect(render(Page, noApi)).rejects.toThrow('still asks for data after 4 passes');
  });
});
