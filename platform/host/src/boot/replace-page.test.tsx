// @vitest-environment happy-dom

import { Component, type ReactNode, Suspense, use, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdPresses } from '../early/hold-presses.ts';
import { watchErrors } from '../errors/watch-errors.ts';
import { RemoteBoundary } from '../react/RemoteBoundary.tsx';
import { RemotesContext } from '../react/remotes-context.ts';
import { createHostRouter } from '../routing/host-router.ts';
import { RouterProvider } from '../routing/router.ts';
import { createMemoryRouter } from '../routing/testing.ts';
import { aRemote, remotesOver } from '../testing/remotes.ts';
import { replacePage, whenFirstPageIsReady } from './replace-page.tsx';
import { Committed, Shown } from './shown.tsx';

afterEach(() => {
  document.body.innerHTML = '';
});

function waitingPage(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root" data-waiting>${html}</div>`;
  const container = document.querySelector<HTMLElement>('#root');
  if (!container) throw new Error('no container');
  return container;
}

/** An error boundary as a remote has it. */
class OwnBoundary extends Component<{ readonly children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? <p>no reviews today</p> : this.props.children;
  }
}

function Failing({ message = 'no reviews' }): ReactNode {
  throw new Error(message);
}

test.each([
  [
    'caught',
    'an error boundary of a remote',
    <OwnBoundary key="own">
      <Failing />
    </OwnBoundary>,
    'no reviews today',
  ],
  ['error', 'the boundary of its route', <Failing key="none" />, 'the error screen'],
])('an error is reported as “%s” if %s catches it', async (event, _what, page, shown) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const errors = watchErrors();
  const found: object[] = [];
  errors.connect((occurrence) => found.push(occurrence));
  const router = createMemoryRouter([
    { path: '/', element: page, ErrorBoundary: () => <p>the error screen</p> },
  ]);
  replacePage(waitingPage(''), { page: <RouterProvider router={router} /> }, errors);
  await vi.waitFor(() => expect(document.body.textContent).toContain(shown));
  expect(found).toMatchObject([{ event, error: { message: 'no reviews' } }]);
});

test('what is thrown for lack of a file is not reported: the loader reports a failed load', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response());
  const errors = watchErrors();
  const found = vi.fn();
  errors.connect(found);
  const remote = aRemote();
  const page = (
    <RemotesContext value={remotesOver(async () => expect.unreachable(), [remote])}>
      <RemoteBoundary
        remote={remote}
        target={{ slot: 'reviews' }}
        loading="loading"
        renderFailure={() => <p>no reviews today</p>}
      >
        <Failing message="Loading chunk r failed." />
      </RemoteBoundary>
    </RemotesContext>
  );
  replacePage(waitingPage(''), { page }, errors);
  await vi.waitFor(() => expect(document.body.textContent).toContain('no reviews today'));
  expect(found).not.toHaveBeenCalled();
});

test('a press while the page is being rendered is followed by the page', async () => {
  const container = waitingPage('<button type="button">Log in</button>');
  holdPresses(() => false);
  const logIn = vi.fn();
  const page = (
    <button type="button" onClick={logIn}>
      Log in
    </button>
  );
  replacePage(container, { page }, watchErrors());
  container.querySelector('button')?.click();
  expect(logIn).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(logIn).toHaveBeenCalledOnce());
});

test.each([320, 0])(
  'a page that was scrolled to %i px keeps its position, though the router scrolls to the top',
  async (top) => {
    let position = top;
    vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => position);
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation((...[, to]: unknown[]) => {
      position = Number(to);
    });
    const scrollToTop = () => window.scrollTo(0, 0);
    const page = (
      <>
        <p>the page</p>
        <Shown />
        <Committed onCommit={scrollToTop} />
      </>
    );
    replacePage(waitingPage('<p>the HTML</p>'), { page }, watchErrors());
    await vi.waitFor(() => expect(document.body.textContent).toBe('the page'));
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    expect(position).toBe(top);
  },
);

describe('a page that the server has rendered', () => {
  const remote = { id: 'mfe-catalog', version: '1.0.0' };

  interface ShopProps {
    readonly names: readonly string[];
    readonly onAdd?: (name: string) => void;
  }

  const Shop = ({ names, onAdd = () => undefined }: ShopProps) => (
    <>
      <header>Patchwork</header>
      <Suspense fallback="Loading">
        <main>
          {names.map((name) => (
            <article key={name}>
              <h2>{name}</h2>
              <button type="button" onClick={() => onAdd(name)}>
                Add to Cart
              </button>
            </article>
          ))}
        </main>
        <Shown />
      </Suspense>
    </>
  );

  const open = (shop: ReactNode) => waitingPage(renderToString(shop));

  test('is hydrated: its elements stay, and it is shown once', async () => {
    const container = open(<Shop names={['Linen', 'Wool']} />);
    const before = [...container.querySelectorAll('*')];
    const onShown = vi.fn();
    const page = <Shop names={['Linen', 'Wool']} />;
    replacePage(container, { page, rendered: remote, onShown }, watchErrors());
    await vi.waitFor(() => expect(onShown).toHaveBeenCalledOnce());
    expect([...container.querySelectorAll('*')]).toEqual(before);
    expect(container.dataset.waiting).toBeUndefined();
  });

  test('is hydrated below the message about a slow start, which then disappears', async () => {
    const container = open(<Shop names={['Linen']} />);
    const before = [...container.querySelectorAll('*')];
    const message = document.createElement('div');
    message.dataset.startMessage = '';
    container.append(message);
    const errors = watchErrors();
    replacePage(container, { page: <Shop names={['Linen']} />, rendered: remote }, errors);
    await vi.waitFor(() => expect(container.dataset.waiting).toBeUndefined());
    expect([...container.querySelectorAll('*')]).toEqual(before);
  });

  test.each(['Linen', 'Wool', 'Denim'])(
    'a press on one of several equal buttons counts for its own card: %s',
    async (pressed) => {
      // React's development build warns of the mark on the button.
      vi.spyOn(console, 'error').mockReturnValue();
      const names = ['Linen', 'Wool', 'Denim'];
      const container = open(<Shop names={names} />);
      holdPresses(() => false);
      const onAdd = vi.fn();
      container.querySelectorAll('button')[names.indexOf(pressed)]?.click();
      replacePage(
        container,
        { page: <Shop {...{ names, onAdd }} />, rendered: remote },
        watchErrors(),
      );
      await vi.waitFor(() => expect(onAdd).toHaveBeenCalled());
      expect(onAdd.mock.calls).toEqual([[pressed]]);
    },
  );

  test.each([
    ['pressed', (button: HTMLElement) => button.click(), [['Wool']]],
    ['focused', (button: HTMLElement) => button.focus(), []],
  ])(
    'a page with a %s control is hydrated in one task, and a press counts once',
    async (_what, use, calls) => {
      // React's development build warns of the mark on the button.
      vi.spyOn(console, 'error').mockReturnValue();
      const names = ['Linen', 'Wool'];
      const onAdd = vi.fn();
      const page = <Shop {...{ names, onAdd }} />;
      const container = open(<Shop names={names} />);
      const [, button] = container.querySelectorAll('button');
      holdPresses(() => false);
      if (button) use(button);
      replacePage(container, { page, rendered: remote }, watchErrors());
      expect(container.dataset.waiting).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1000);
      expect(onAdd.mock.calls).toEqual(calls);
    },
  );

  const untouched = { search: '', isChecked: false, size: 'S', price: 9000 };

  function Filters({ seen }: { readonly seen: (values: unknown) => void }) {
    const [{ search, isChecked, size, price }, setValues] = useState(untouched);
    const edit = (change: Partial<typeof untouched>) =>
      setValues((before) => ({ ...before, ...change }));
    seen({ search, isChecked, size, price });
    return (
      <form>
        <input value={search} onChange={({ target }) => edit({ search: target.value })} />
        <input
          type="checkbox"
          checked={isChecked}
          onChange={({ target }) => edit({ isChecked: target.checked })}
        />
        {['S', 'M'].map((each) => (
          <input
            key={each}
            type="radio"
            aria-label={each}
            name="size"
            checked={size === each}
            onChange={() => edit({ size: each })}
          />
        ))}
        <input
          type="range"
          max={9000}
          value={price}
          onChange={({ target }) => edit({ price: target.valueAsNumber })}
        />
        <Shown />
      </form>
    );
  }

  test('edits that were made before are kept by the page', async () => {
    const container = open(<Filters seen={() => undefined} />);
    const [search, kids, , medium, price] = container.querySelectorAll('input');
    if (!search || !kids || !medium || !price) throw new Error('a field is missing');
    search.value = 'linen';
    kids.checked = true;
    medium.checked = true;
    price.value = '4000';
    const seen = vi.fn();
    replacePage(container, { page: <Filters seen={seen} />, rendered: remote }, watchErrors());
    await vi.waitFor(() =>
      expect(seen.mock.lastCall).toEqual([
        { search: 'linen', isChecked: true, size: 'M', price: 4000 },
      ]),
    );
    expect([search.value, kids.checked, medium.checked, price.value]).toEqual([
      ...['linen', true, true, '4000'],
    ]);
  });

  /** Hydrates a shop of which a part waits until `load` is called. Resolves when the frame is there. */
  async function openLate(shop: (loaded?: Promise<void>) => ReactNode) {
    const container = open(shop());
    let load = () => {};
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    const onFrame = vi.fn();
    const page = (
      <>
        {shop(loaded)}
        <Committed onCommit={onFrame} />
      </>
    );
    const onShown = vi.fn();
    replacePage(container, { page, rendered: remote, onShown }, watchErrors());
    await vi.waitFor(() => expect(onFrame).toHaveBeenCalled());
    return { container, load: () => load(), onShown };
  }

  test('a scroll that is still going on when its content is hydrated is not interrupted', async () => {
    const Content = ({ loaded }: { readonly loaded: Promise<void> | undefined }) => {
      if (loaded) use(loaded);
      return <p>the page</p>;
    };
    const shop = (loaded?: Promise<void>) => (
      <Suspense>
        <Content loaded={loaded} />
        <Shown />
      </Suspense>
    );
    const { load, onShown } = await openLate(shop);
    const scrollTo = vi.spyOn(window, 'scrollTo');
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(101);
    document.dispatchEvent(new Event('scroll'));
    load();
    await vi.waitFor(() => expect(onShown).toHaveBeenCalledOnce());
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('a press on a part whose code is still being loaded is held: React would stop it, but the browser would follow a link', async () => {
    // React's development build warns of the mark on the button.
    vi.spyOn(console, 'error').mockReturnValue();
    const onAdd = vi.fn();
    const shop = (loaded?: Promise<void>) => {
      const Late = () => {
        if (loaded) use(loaded);
        return (
          <div data-prerendered="product">
            <button type="button" onClick={onAdd}>
              Add to Cart
            </button>
            <a href="/cart">Cart</a>
          </div>
        );
      };
      return (
        <Suspense>
          <Late />
          <Shown />
        </Suspense>
      );
    };
    holdPresses(() => false);
    const { container, load } = await openLate(shop);
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    container.querySelector('a')?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    container.querySelector('button')?.click();
    expect(onAdd).not.toHaveBeenCalled();
    load();
    await vi.waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
  });

  test('a difference is reported with the remote, and only the page’s own HTML is replaced', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const container = open(<Shop names={['Linen']} />);
    const header = container.querySelector('header');
    const errors = watchErrors();
    const found = vi.fn();
    errors.connect(found);
    replacePage(container, { page: <Shop names={['Wool']} />, rendered: remote }, errors);
    await vi.waitFor(() => expect(container.querySelector('h2')?.textContent).toBe('Wool'));
    expect(container.querySelector('header')).toBe(header);
    expect(found).toHaveBeenCalledWith(expect.objectContaining({ event: 'error', remote }));
  });
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

const jackets = {
  ...{ id: 'mfe-jackets', team: 'Jackets', version: '1.0.0', entry: '/remoteEntry.js' },
  routes: [{ page: 'jackets', path: '/jackets', access: 'open', module: './Jackets' } as const],
  ...{ fragments: {}, files: {} },
};

const Empty = () => null;
const screens = {
  ...{ Frame: Empty, Loading: Empty, FailedPage: Empty, ErrorScreen: Empty },
  ...{ NotFound: Empty, UnreadPage: Empty, BootFailure: Empty, Framed: Empty },
};

/** Opens a page that is loaded when the function `finish` is called. */
function open(html: string) {
  document.body.innerHTML = html;
  window.history.replaceState(null, '', '/jackets');
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const load = () => loaded.then(() => ({ Component: () => null }));
  const ready = vi.fn();
  const router = createHostRouter(remotesOver(load, [jackets]), () => undefined, screens, false);
  void whenFirstPageIsReady(router).then(ready);
  return { ready, finish: () => finish() };
}

const prerendered = '<div data-prerendered="jackets"></div>';

test('the page’s HTML stays until the page is loaded', async () => {
  const { ready, finish } = open(prerendered);
  await vi.advanceTimersByTimeAsync(7999);
  expect(ready).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalledOnce();
});

test.each([
  ['a page in the HTML', prerendered, 8000],
  ['the spinner', '', 1500],
])('the frame replaces %s when the page is late', async (_what, html, duration) => {
  const { ready } = open(html);
  await vi.advanceTimersByTimeAsync(duration - 1);
  expect(ready).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toHaveBeenCalledOnce();
});
