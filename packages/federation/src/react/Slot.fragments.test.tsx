import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import type { ModuleLoader } from '../runtime/module-loader.ts';
import { slotOf } from '../slot.ts';
import { remotesOver } from '../testing.ts';
import { RemotesContext } from './remotes-context.ts';
import { stubViewport } from './testing-viewport.ts';

let viewport: ReturnType<typeof stubViewport>;

beforeEach(() => {
  viewport = stubViewport();
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type FragmentDeclaration = ActiveRemote['fragments'][string];

const filler = (id: string, slot: string, fragment: Partial<FragmentDeclaration> = {}) => ({
  ...{ id, team: id, version: '1.0.0', entry: `/${id}/remoteEntry.js`, routes: [], files: {} },
  fragments: { [slot]: { module: './Fragment', ...fragment } },
});

/** A remote with a page that has a slot for many fragments. */
const owner = {
  ...{ id: 'mfe-owner', team: 'Owner', version: '1.0.0', entry: '/owner/remoteEntry.js' },
  ...{ files: {}, fragments: {} },
  routes: [
    {
      page: 'cart',
      path: '/cart',
      access: 'open' as const,
      module: './Cart',
      slots: { below: 'many' as const },
    },
  ],
};

const Slot = slotOf<{
  readonly below: { readonly count: number };
  readonly badge: object;
}>();

/** Each remote's component says the remote's id and what it was passed. */
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

test('a fragment’s space is reserved until it is there', async () => {
  show([filler('mfe-a', 'below', { height: '27rem' })]);
  expect(document.querySelector('[style]')?.getAttribute('style')).toContain('27rem');
  await comeNear();
  expect(texts()).toEqual(['mfe-a {"count":1}']);
  expect(document.querySelector('[style]')).toBeNull();
});

const fails = (id: string) => id === 'mfe-bad';

function crashes() {
  throw new Error('torn');
}

test.each<[string, ModuleLoader['load']]>([
  [
    'can’t be loaded',
    async (remote, module) => (fails(remote.id) ? crashes() : load(remote, module)),
  ],
  [
    'crashes',
    async (remote, module) => (fails(remote.id) ? { Component: crashes } : load(remote, module)),
  ],
])(
  'a fragment that %s is left out; its space is kept while it is in view, and given up then',
  async (_, failing) => {
    show([filler('mfe-bad', 'below', { height: '27rem' }), filler('mfe-good', 'below')], failing);
    await comeNear();
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(texts()).toEqual(['mfe-good {"count":1}']);
    await comeNear();
    expect(document.querySelector('[style]')).not.toBeNull();
    await act(async () => viewport.moveAway());
    await vi.waitFor(() => expect(document.querySelector('[style]')).toBeNull());
  },
);

test('a slow fragment holds no other one back', async () => {
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
    isDown ? crashes() : load(remote, module);
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
