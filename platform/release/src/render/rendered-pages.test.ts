import { expect, test, vi } from 'vitest';
import type { PrerenderedFragment, PrerenderedPage } from '../release-folder/page/page.ts';
import type { RenderTask } from './conversation.ts';
import { createRenderedPages } from './rendered-pages.ts';
import type { Renderers } from './renderers.ts';

const versionOf = (id: string) => ({
  ...{ id, team: 'Knits', version: '1.0.0', entry: `/remotes/${id}/1.0.0/remoteEntry.js` },
  ...{ routes: [], fragments: {}, files: {}, integrity: {}, shared: {} },
});

const page: PrerenderedPage = {
  ...{ remote: versionOf('mfe-shirts'), module: './Shirt', html: '', sheets: [] },
  renderer: { file: 'shirts', integrity: '' },
};

const fragment = (id: string): PrerenderedFragment => ({
  ...{ remote: versionOf(id), slot: 'below', module: './Below', sheets: [] },
  renderer: { file: id, integrity: '' },
});

const request = { module: './Shirt', path: '/shirts/:id', address: '/shirts/linen' };

const holeOf = (remote: string, props = '{}', slot = 'below') => ({
  ...{ remote, slot, props },
  ...{ start: 0, end: 0 },
});

type Rendering = () => Promise<{ readonly html: string; readonly seed: string } | undefined>;

const rendering =
  (html: string): Rendering =>
  async () => ({ html, seed: '{}' });

interface Options {
  readonly holes?: readonly ReturnType<typeof holeOf>[];
  readonly ofPage?: Rendering;
  /** What the code of each remote's fragments does. */
  readonly offers?: Rendering;
  readonly care?: Rendering;
}

/** Opens pages that are rendered at once, unless the test says otherwise. The API answers each call. */
function openPages({
  holes = [holeOf('mfe-offers'), holeOf('mfe-care')],
  ofPage = rendering('page'),
  offers = rendering('offers'),
  care = rendering('care'),
}: Options = {}) {
  const api = vi.fn(async () => new Response('1'));
  const render = vi.fn(async (file: string, { request, api: ask }: RenderTask) => {
    await ask(`/api/${file}`);
    if (request.fragment) return (file === 'mfe-care' ? care : offers)();
    const rendered = await ofPage();
    return rendered && { ...rendered, holes };
  });
  const renderers: Renderers = { render, follow: vi.fn(), stop: vi.fn() };
  const open = createRenderedPages({
    ...{ renderers, api, surroundings: { remotes: [], configuration: {} } },
    fragments: [fragment('mfe-offers'), fragment('mfe-care')],
  });
  const filledAt = async () =>
    (await open(page, request))?.fragments.map(
      ({ hole, rendered }) => `${hole.remote} ${rendered.html}`,
    );
  return { open: () => open(page, request), filledAt, render, api };
}

const never: Rendering = () => new Promise(() => undefined);

test('each fragment is rendered by its own remote’s code, with its props and the page’s address and data', async () => {
  const { filledAt, render } = openPages({ holes: [holeOf('mfe-offers', '{"id":7}')] });
  expect(await filledAt()).toEqual(['mfe-offers offers']);
  expect(render.mock.lastCall).toMatchObject([
    'mfe-offers',
    {
      request: {
        ...request,
        ...{ module: './Below' },
        fragment: { remote: 'mfe-offers', slot: 'below', props: '{"id":7}', seed: '{}' },
      },
    },
  ]);
});

test.each<[string, Rendering]>([
  ['is late', never],
  ['can’t be rendered', async () => undefined],
])(
  'a fragment that %s leaves its place to the browser, and the others are there',
  async (_what, offers) => {
    const { filledAt } = openPages({ offers });
    const start = performance.now();
    expect(await filledAt()).toEqual(['mfe-care care']);
    expect(performance.now() - start).toBeLessThan(1000);
  },
);

test('the page and its fragments have one time limit, so a page that is nearly late comes without them', async () => {
  vi.useFakeTimers();
  let sent: unknown;
  const after = (milliseconds: number, html: string) => () =>
    new Promise<{ html: string; seed: string }>((resolve) => {
      setTimeout(() => resolve({ html, seed: '{}' }), milliseconds);
    });
  const { filledAt } = openPages({ ofPage: after(100, 'page'), offers: after(100, 'late') });
  void filledAt().then((filled) => {
    sent = filled;
  });
  await vi.advanceTimersByTimeAsync(140);
  expect(sent).toBeUndefined();
  vi.useRealTimers();
  await vi.waitFor(() => expect(sent).toEqual(['mfe-care care']));
});

test('a fragment that was late is in the page of the next visitor', async () => {
  let finish = (_page: { html: string; seed: string }): void => {};
  const { filledAt } = openPages({
    offers: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  });
  expect(await filledAt()).toEqual(['mfe-care care']);
  finish({ html: 'offers', seed: '{}' });
  await vi.waitFor(async () =>
    expect(await filledAt()).toEqual(['mfe-offers offers', 'mfe-care care']),
  );
});

test('a page with its fragments is made once, and is the same object until something changes', async () => {
  const { open, render } = openPages();
  const first = await open();
  expect(open()).toBe(first);
  expect(render).toHaveBeenCalledTimes(3);
});

test('fragments are rendered again when their own or the page’s data has changed', async () => {
  const { open, api, render } = openPages();
  const first = await open();
  vi.useFakeTimers({ now: Date.now() + 5000, toFake: ['Date'] });
  api.mockImplementation(async () => new Response('2'));
  const second = await open();
  vi.useRealTimers();
  expect(second).not.toBe(first);
  expect(second?.fragments).toHaveLength(2);
  expect(render.mock.calls.map(([file]) => file)).toEqual(expect.arrayContaining(['shirts']));
  expect(render.mock.calls.filter(([file]) => file === 'shirts')).toHaveLength(2);
});

test.each([
  ['that no remote fills', holeOf('mfe-gone')],
  ['of another name', holeOf('mfe-offers', '{}', 'above')],
  ['of an object’s members', holeOf('__proto__', '{}', 'constructor')],
])('a place %s stays', async (_what, hole) => {
  const { filledAt } = openPages({ holes: [hole, holeOf('mfe-care')] });
  expect(await filledAt()).toEqual(['mfe-care care']);
});

test('the same fragment with other props is another one', async () => {
  const { filledAt, render } = openPages({
    holes: ['{"a":1}', '{"a":2}', '{"a":1}'].map((props) => holeOf('mfe-offers', props)),
  });
  expect(await filledAt()).toHaveLength(3);
  expect(render).toHaveBeenCalledTimes(3);
});
