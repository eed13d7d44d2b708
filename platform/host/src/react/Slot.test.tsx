import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ModuleLoader } from '../loading/module-loader.ts';
import type { RemoteLoaderOptions } from '../loading/remote-loader.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { slotOf } from '../slot.ts';
import { activeRemote, remotesOver } from '../testing/remotes.ts';
import { RemotesContext } from './remotes-context.ts';

type Listener = (entries: Partial<IntersectionObserverEntry>[]) => void;

/** Replaces IntersectionObserver. No element is near the viewport until the test says so. */
function stubViewport() {
  const observers = new Map<Element, Listener>();
  class ViewportObserver {
    readonly listener: Listener;
    constructor(listener: Listener) {
      this.listener = listener;
    }
    observe = (element: Element) => void observers.set(element, this.listener);
    disconnect = () => {
      for (const [element, listener] of observers) {
        if (listener === this.listener) observers.delete(element);
      }
    };
  }
  vi.stubGlobal('IntersectionObserver', ViewportObserver);
  const notify = (isIntersecting: boolean) => {
    const boundingClientRect = { top: 900 } as DOMRectReadOnly;
    for (const listener of observers.values()) listener([{ isIntersecting, boundingClientRect }]);
  };
  return { observers, comeNear: () => notify(true), moveAway: () => notify(false) };
}

let viewport: ReturnType<typeof stubViewport>;

beforeEach(() => {
  viewport = stubViewport();
  vi.spyOn(console, 'error').mockReturnValue();
});

const Slot = slotOf<{
  readonly below: { readonly count: number };
  readonly badge: object;
  readonly 'header-search': object;
}>();

const fragments = { 'header-search': { module: './HeaderSearch' } };
const catalog = activeRemote('1.0.0', { fragments });

const atOnce = async () => undefined;

function showSlot(
  load: ModuleLoader['load'],
  remotes = [catalog],
  options: Partial<RemoteLoaderOptions> = {},
) {
  const value = remotesOver(load, remotes, options);
  render(
    <RemotesContext value={value}>
      <Slot name="header-search" loadWhen={atOnce}>
        <p>plain search</p>
      </Slot>
    </RemotesContext>,
  );
  return value.loader;
}

test('the children are shown until the remote’s component is loaded', async () => {
  showSlot(async () => ({ Component: () => <p>rich search</p> }));
  expect(screen.getByText('plain search')).toBeTruthy();
  expect(await screen.findByText('rich search')).toBeTruthy();
  expect(screen.queryByText('plain search')).toBeNull();
  const { boundary, team, version } = screen.getByText('rich search').parentElement?.dataset ?? {};
  expect([boundary, team, version]).toEqual(['mfe-catalog', 'Catalogue', '1.0.0']);
});

test('a shopper who begins to type while the component arrives continues typing in it', async () => {
  const searched: string[] = [];
  const Component = () => (
    <input aria-label="Search" onChange={({ target }) => searched.push(target.value)} />
  );
  let arrive = (_module: object): void => expect.unreachable();
  const module = new Promise<object>((resolve) => {
    arrive = resolve;
  });
  render(
    <RemotesContext value={remotesOver(() => module, [catalog])}>
      <Slot name="header-search" loadWhen={atOnce}>
        <input aria-label="Search" />
      </Slot>
    </RemotesContext>,
  );
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
  const plain = box();
  await act(async () => {
    arrive({ Component });
    // Everything has arrived, and React has not rendered it yet.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    plain.focus();
    plain.value = 'kur';
  });
  expect(box()).not.toBe(plain);
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('kur');
  expect(searched).toEqual(['kur']);
});

test('the children stay when no remote fills the slot', () => {
  showSlot(() => expect.unreachable(), []);
  expect(screen.getByText('plain search').closest('[data-boundary]')).toBeNull();
});

function torn(): never {
  throw new Error('torn');
}

test.each([
  ['can’t be loaded', async () => torn()],
  ['exports no component', async () => ({})],
  ['crashes', async () => ({ Component: torn })],
])('the children stay when the remote’s module %s, and the error is logged', async (_, load) => {
  showSlot(load);
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(screen.getByText('plain search').closest('[data-boundary]')).toBeNull();
});

test('a crash that happens once goes unnoticed', async () => {
  // React itself renders a component once more before it reports a crash.
  let crashes = 2;
  const Component = () => (crashes-- > 0 ? torn() : <p>rich search</p>);
  showSlot(async () => ({ Component }));
  expect(await screen.findByText('rich search')).toBeTruthy();
});

test('a version that crashes again is replaced by the good one before it', async () => {
  const old = { ...catalog, version: '0.9.0' };
  const load: ModuleLoader['load'] = async ({ version }) => ({
    Component: () => (version === '0.9.0' ? <p>old search</p> : torn()),
  });
  const remember = vi.fn();
  showSlot(load, [catalog], { choose: () => ({ remotes: [old] }), remember });
  expect((await screen.findByText('old search')).parentElement?.dataset.version).toBe('0.9.0');
  expect(remember.mock.calls).toEqual([[{ remote: 'mfe-catalog', version: '1.0.0' }, 'crash']]);
});

test.each([
  ['rendering', false],
  ['a press', true],
])(
  'a fragment that lacks a file after %s is replaced by the live version, and reported',
  async (_when, isPress) => {
    const message = `Loading chunk r failed.\n(error: ${location.origin}/remotes/mfe-catalog/1.0.0/r.js)`;
    const gone = new Error(message);
    const Live = () => <p>live search</p>;
    const Old = () => {
      if (isPress) return <p>old search</p>;
      throw gone;
    };
    const load: ModuleLoader['load'] = async ({ version }) => ({
      Component: version === '2.0.0' ? Live : Old,
    });
    vi.stubGlobal('fetch', async () => new Response());
    const listen = vi.spyOn(window, 'addEventListener');
    const observed = vi.fn();
    showSlot(load, [catalog], {
      choose: () => ({ remotes: [{ ...catalog, version: '2.0.0' }] }),
      observe: () => observed,
    });
    if (isPress) {
      await screen.findByText('old search');
      // React runs the effect that listens some time after the text is there.
      await waitFor(() =>
        expect(listen).toHaveBeenCalledWith('unhandledrejection', expect.anything()),
      );
      const rejection = Object.assign(new Event('unhandledrejection'), { reason: gone });
      act(() => void window.dispatchEvent(rejection));
    }
    expect((await screen.findByText('live search')).parentElement?.dataset.version).toBe('2.0.0');
    expect(observed.mock.calls).toMatchObject([[{ name: 'RemoteLoadError', cause: gone }]]);
  },
);

test('a component that throws while it is unmounted does not affect the next one', async () => {
  const old = { ...catalog, version: '0.9.0' };
  function LeavesBadly() {
    useEffect(() => torn, []);
    return <p>rich search</p>;
  }
  const load: ModuleLoader['load'] = async ({ version }) => ({
    Component: version === '0.9.0' ? () => <p>old search</p> : LeavesBadly,
  });
  const loader = showSlot(load, [catalog], { choose: () => ({ remotes: [old] }) });
  await screen.findByText('rich search');
  const target = { slot: 'header-search' };
  for (const _ of [1, 2]) void loader.reportCrash(catalog, target, new Error('torn'));
  expect(await screen.findByText('old search')).toBeTruthy();
});

type FragmentDeclaration = ActiveRemote['fragments'][string];

const filler = (id: string, slot: string, fragment: Partial<FragmentDeclaration> = {}) =>
  activeRemote('1.0.0', {
    ...{ id, team: id },
    fragments: { [slot]: { module: './Fragment', ...fragment } },
  });

/** A remote with a page that has a slot for many fragments. */
const owner = activeRemote('1.0.0', {
  id: 'mfe-owner',
  routes: [
    { page: 'cart', path: '/cart', access: 'open', module: './Cart', slots: { below: 'many' } },
  ],
});

const load: ModuleLoader['load'] = async ({ id }) => ({
  Component: (props: object) => <p>{`${id} ${JSON.stringify(props)}`}</p>,
});

const texts = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent);

function show(fillers: ActiveRemote[], loadModule = load) {
  const listeners = new Set<() => void>();
  let isLoggedIn = false;
  const value = {
    ...remotesOver(loadModule, [owner, ...fillers]),
    login: {
      isLoggedIn: () => isLoggedIn,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
  const page = (count: number) => (
    <RemotesContext value={value}>
      <Slot name="below" props={{ count }} />
    </RemotesContext>
  );
  const { rerender } = render(page(1));
  return {
    rerender: (count: number) => rerender(page(count)),
    login: (next: boolean) =>
      act(async () => {
        isLoggedIn = next;
        for (const listener of listeners) listener();
      }),
  };
}

const comeNear = () => act(async () => viewport.comeNear());

test('a slot for many shows every fragment, by order and then by id, with its owner’s props', async () => {
  const { rerender } = show([
    filler('mfe-late', 'below', { order: 10 }),
    filler('mfe-b', 'below'),
    filler('mfe-a', 'below'),
  ]);
  await comeNear();
  expect(texts()).toEqual(['mfe-a {"count":1}', 'mfe-b {"count":1}', 'mfe-late {"count":1}']);
  rerender(2);
  expect(texts()[0]).toBe('mfe-a {"count":2}');
});

test('nothing of a fragment is loaded before its slot is near the viewport', async () => {
  const loading = vi.fn(load);
  show([filler('mfe-a', 'below')], loading);
  expect(loading).not.toHaveBeenCalled();
  await comeNear();
  expect(loading).toHaveBeenCalledTimes(1);
});

test('a slot that is removed before it is near the viewport is no longer observed', () => {
  show([filler('mfe-a', 'below')]);
  expect(viewport.observers.size).toBe(1);
  cleanup();
  expect(viewport.observers.size).toBe(0);
});

test('an owner that loads fragments at a moment of its own can also wait until the slot is near', async () => {
  const loading = vi.fn(load);
  let allow: () => void = () => undefined;
  const whenNearAndAllowed = async (_element: Element, whenNear: () => Promise<void>) => {
    await whenNear();
    await new Promise<void>((resolve) => {
      allow = resolve;
    });
  };
  render(
    <RemotesContext value={remotesOver(loading, [owner, filler('mfe-a', 'below')])}>
      <Slot name="below" props={{ count: 1 }} loadWhen={whenNearAndAllowed} />
    </RemotesContext>,
  );
  await comeNear();
  expect(loading).not.toHaveBeenCalled();
  await act(async () => allow());
  expect(texts()).toEqual(['mfe-a {"count":1}']);
});

test('a fragment’s space is reserved until it is there', async () => {
  show([filler('mfe-a', 'below', { height: '27rem' })]);
  expect(document.querySelector('[style]')?.getAttribute('style')).toContain('27rem');
  await comeNear();
  expect(texts()).toEqual(['mfe-a {"count":1}']);
  expect(document.querySelector('[style]')).toBeNull();
});

test.each([
  ['can’t be loaded', async () => torn()],
  ['crashes', async () => ({ Component: torn })],
])(
  'a fragment that %s is left out; its space is kept while it is in view, then given up',
  async (_, fail) => {
    const fillers = [filler('mfe-bad', 'below', { height: '27rem' }), filler('mfe-good', 'below')];
    show(fillers, (remote, module) => (remote.id === 'mfe-bad' ? fail() : load(remote, module)));
    await comeNear();
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(texts()).toEqual(['mfe-good {"count":1}']);
    await comeNear();
    expect(document.querySelector('[style]')).not.toBeNull();
    await act(async () => viewport.moveAway());
    await vi.waitFor(() => expect(document.querySelector('[style]')).toBeNull());
  },
);

test('a slow fragment does not delay the others', async () => {
  let arrive: (module: unknown) => void = () => undefined;
  const slow = new Promise((resolve) => {
    arrive = resolve;
  });
  show([filler('mfe-a', 'below'), filler('mfe-b', 'below')], (remote, module) =>
    remote.id === 'mfe-a' ? slow : load(remote, module),
  );
  await comeNear();
  expect(texts()).toEqual(['mfe-b {"count":1}']);
  await act(async () => arrive({ Component: () => <p>slow</p> }));
  expect(texts()).toEqual(['slow', 'mfe-b {"count":1}']);
});

test('a fragment that failed is tried again when its page is opened again', async () => {
  let isDown = true;
  const loading: ModuleLoader['load'] = async (remote, module) =>
    isDown ? torn() : load(remote, module);
  const value = remotesOver(loading, [owner, filler('mfe-a', 'below')]);
  const visit = () => {
    cleanup();
    render(
      <RemotesContext value={value}>
        <Slot name="below" props={{ count: 1 }} />
      </RemotesContext>,
    );
  };
  visit();
  await comeNear();
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
  isDown = false;
  visit();
  await comeNear();
  expect(await screen.findByText('mfe-a {"count":1}')).toBeTruthy();
});

test('a fragment for logged-in shoppers is neither loaded nor shown without a login', async () => {
  const loading = vi.fn(load);
  const { login } = show(
    [
      filler('mfe-shopper', 'below', { access: 'login' }),
      filler('mfe-visitor', 'below', { access: 'visitor' }),
    ],
    loading,
  );
  await comeNear();
  expect(texts()).toEqual(['mfe-visitor {"count":1}']);
  expect(loading.mock.calls.map(([{ id }]) => id)).toEqual(['mfe-visitor']);
  await login(true);
  await comeNear();
  expect(texts()).toEqual(['mfe-shopper {"count":1}']);
  await login(false);
  await comeNear();
  expect(texts()).toEqual(['mfe-visitor {"count":1}']);
});

test('a slot for one fragment shows only the first', async () => {
  render(
    <RemotesContext value={remotesOver(load, [filler('mfe-b', 'badge'), filler('mfe-a', 'badge')])}>
      <Slot name="badge">
        <p>plain</p>
      </Slot>
    </RemotesContext>,
  );
  await comeNear();
  expect(texts()).toEqual(['mfe-a {}']);
});

test('a slot within a fragment is filled, each part in the region of its own remote', async () => {
  const outer = filler('mfe-outer', 'below', { slots: { badge: 'one' } });
  const nested: ModuleLoader['load'] = async (remote, module) =>
    remote.id === 'mfe-outer' ? { Component: () => <Slot name="badge" /> } : load(remote, module);
  show([outer, filler('mfe-inner', 'badge')], nested);
  await comeNear();
  await comeNear();
  const inner = screen.getByText('mfe-inner {}').closest<HTMLElement>('[data-boundary]');
  expect(inner?.dataset.boundary).toBe('mfe-inner');
  expect(inner?.parentElement?.closest<HTMLElement>('[data-boundary]')?.dataset).toMatchObject({
    boundary: 'mfe-outer',
    team: 'mfe-outer',
    version: '1.0.0',
  });
});

test('without a shop around it a slot shows its children', () => {
  render(
    <Slot name="badge">
      <p>plain</p>
    </Slot>,
  );
  expect(texts()).toEqual(['plain']);
});
