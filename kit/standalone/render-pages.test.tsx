import {
  addressesAtom,
  cartAtom,
  configurationAtom,
  Link,
  locationAtom,
  pathToAtom,
  productsAtom,
  serverData,
  settingsOf,
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

  test('a page whose module is loaded anew for each question is asked for once', async () => {
    const componentOf = () => lazy(async () => ({ default: () => 'awaited' }));
    const request = { module: './Page', path: '/list', address: '/list' };
    const page = await createPageRenderer(componentOf)(request, surroundings, noApi);
    expect(page?.html).toBe('awaited');
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

  describe('and the places of fragments', () => {
    const [catalog] = surroundings.remotes;
    const below = { module: './Below', height: '27rem' };
    const remoteWith = (fragment: object) =>
      ({ ...catalog, fragments: { below: { ...below, ...fragment } } }) as typeof catalog;
    const Slot = slotOf<{ below: object }>();

    const renderIn = (
      Component: ComponentType,
      { remotes = [remoteWith({ prerender: true })], request = {} } = {},
    ) =>
      createPageRenderer(showing(Component))(
        { module: './Page', path: '/list', address: '/list', ...request },
        { ...surroundings, remotes: remotes as typeof surroundings.remotes },
        noApi,
      );

    test('are where the page has their slots, with their props', async () => {
      const props = { text: '<template data-hole="0"></template>', list: [1, null, { a: true }] };
      const Page = () => (
        <ul>
          <li>{props.text}</li>
          <Slot name="below" props={props} />
          <Slot name="below" />
        </ul>
      );
      const page = await renderIn(Page);
      const { html = '', holes = [] } = page ?? {};
      expect(html).not.toContain('<template');
      const place = '<div data-fragment="mfe-catalog below"><div></div></div>';
      expect(holes.map(({ start, end }) => html.slice(start, end))).toEqual([place, place]);
      expect(holes.map((hole) => [hole.remote, hole.slot, JSON.parse(hole.props)])).toEqual([
        ['mfe-catalog', 'below', props],
        ['mfe-catalog', 'below', {}],
      ]);
      const [one, two] = holes;
      expect(html.slice(one?.end, two?.start)).toBe('');
    });

    test.each<[string, object]>([
      ['without "prerender"', {}],
      ['for logged-in shoppers', { prerender: true, access: 'login' }],
      ['for visitors who are not logged in', { prerender: true, access: 'visitor' }],
    ])('are not those of a fragment %s', async (_which, fragment) => {
      const Page = () => <Slot name="below" />;
      expect((await renderIn(Page, { remotes: [remoteWith(fragment)] }))?.holes).toEqual([]);
    });

    const endless: { self?: object } = {};
    endless.self = endless;

    test.each<[string, unknown]>([
      ['a function', () => 7],
      ['a date', new Date(0)],
      ['a map', new Map()],
      ['an object of a class', new (class Size {})()],
      ['nothing', undefined],
      ['NaN', Number.NaN],
      ['infinity', Number.POSITIVE_INFINITY],
      ['-0', -0],
      ['a symbol', Symbol('linen')],
      ['a bigint', 7n],
      ['itself', endless],
      ['an object that writes itself', { toJSON: () => 'linen' }],
    ])('are left to the browser if JSON can’t express the props: %s', async (_what, value) => {
      const Page = () => <Slot name="below" props={{ list: [value] }} />;
      const page = await renderIn(Page);
      expect(page?.holes).toEqual([]);
      expect(page?.html).toBe('<div data-fragment="mfe-catalog below"><div></div></div>');
    });

    const requestOf = (props: object, seed: object = { format: 1, queries: [] }) => ({
      ...{ module: './Below' },
      fragment: {
        ...{ remote: 'mfe-catalog', slot: 'below' },
        ...{ props: JSON.stringify(props), seed: JSON.stringify(seed) },
      },
    });

    const Below = ({ text = '' }) => `${text}: ${useAtomValue(statusAtom).data}`;

    test('a fragment is rendered as the shop’s frame renders it, with its props and data', async () => {
      const page = await renderIn(Below, { request: requestOf({ text: '<b>' }) });
      expect(page?.html).toBe(
        '<!--$--><div data-boundary="mfe-catalog" data-team="Catalogue" data-version="1.0.0" data-slot="below"><!--$-->&lt;b&gt;: closed<!--/$--></div><!--/$-->',
      );
      expect(JSON.parse(page?.seed ?? '').queries).toEqual([[['status'], 'closed']]);
    });

    test('a fragment shows the page’s data, and adds only other data', async () => {
      const seed = { format: 1, queries: [[['status'], 'open']] };
      const Both = () => `${useAtomValue(statusAtom).data}, ${useAtomValue(afterAtom).data}`;
      const page = await renderIn(Both, { request: requestOf({}, seed) });
      expect(page?.html).toContain('open, after open');
      expect(JSON.parse(page?.seed ?? '').queries).toEqual([[['after', 'open'], 'after open']]);
    });

    test('a fragment’s own slots are filled in the browser', async () => {
      const Outer = () => <Slot name="below" />;
      expect((await renderIn(Outer, { request: requestOf({}) }))?.holes).toEqual([]);
    });

    test('a fragment that suspends fails, because nothing would be in its place', async () => {
      const Late = lazy(() => new Promise<{ default: ComponentType }>(() => undefined));
      const Outer = () => <Late />;
      await expect(renderIn(Outer, { request: requestOf({}) })).rejects.toThrow('it suspends');
    });
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

function Gallery() {
  const isNew = useAtomValue(
    settingsOf('mfe-gallery' as never, { 'new-look': false } as never)('new-look' as never),
  );
  return isNew ? 'new' : 'old';
}

test('a page is rendered with the values of its settings, and says which it has read', async () => {
  const render = createPageRenderer(showing(Gallery));
  const request = { module: './Gallery', path: '/', address: '/' };
  const surroundings = (isOn: boolean) => ({
    remotes: [
      {
        ...{ id: 'mfe-gallery', team: 'Gallery', version: '1', entry: '/x.js' },
        ...{ routes: [], fragments: {}, files: {} },
        values: {
          'new-look': { value: true, percent: 10, isOn },
          rows: { value: 3, percent: 10, isOn },
        },
      },
    ],
    configuration: {},
  });
  const fetch = async () => new Response('{}');
  expect(await render(request, surroundings(true), fetch)).toMatchObject({
    ...{ html: 'new', settings: ['new-look'] },
  });
  expect(await render(request, surroundings(false), fetch)).toMatchObject({ html: 'old' });
});
