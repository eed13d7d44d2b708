// @vitest-environment happy-dom
import { createApi } from '@patchwork/api';
import { remotesOver } from '@patchwork/federation/testing';
import { createShopStore } from '@patchwork/state';
import { testPathTo } from '@patchwork/state/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchErrors } from '../errors/watch-errors.ts';
import { createShopRouter } from '../routing/router.ts';
import { whenFirstPageIsReady } from './first-page-ready.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

const jackets = {
  ...{ id: 'mfe-jackets', team: 'Jackets', version: '1.0.0', entry: '/remoteEntry.js' },
  routes: [
    { page: 'jacket', path: '/jackets/:jacketId', access: 'open', module: './Jacket' } as const,
  ],
  ...{ fragments: {}, files: {} },
};

/** Opens the page of a remote whose module has these exports beside its component. */
function open(exported: object, { isPrerendered = true } = {}) {
  if (isPrerendered) document.body.innerHTML = '<div data-prerendered="jacket"></div>';
  window.history.replaceState(null, '', '/jackets/puddle');
  const load = async () => ({ Component: () => null, ...exported });
  const router = createShopRouter(remotesOver(load, [jackets]), () => false);
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: testPathTo,
  });
  const errors = watchErrors();
  const found = vi.fn();
  errors.connect(found);
  const ready = vi.fn();
  void whenFirstPageIsReady(store, router, errors).then(ready);
  return { store, ready, found };
}

test('the first words stay until the page has loaded what it needs', async () => {
  let finish = () => {};
  const load = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const { store, ready } = open({ load });
  await vi.advanceTimersByTimeAsync(7999);
  expect(load).toHaveBeenCalledExactlyOnceWith(store, { jacketId: 'puddle' });
  expect(ready).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalledOnce();
});

test('a page that never has loaded what it needs replaces them after 8 seconds', async () => {
  const { ready } = open({ load: () => new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(7999);
  expect(ready).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toHaveBeenCalledOnce();
});

test('a page that needs nothing replaces them at once', async () => {
  const { ready, found } = open({});
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalledOnce();
  expect(found).not.toHaveBeenCalled();
});

test.each([
  ['rejects', () => Promise.reject(new Error('no jacket'))],
  [
    'throws',
    () => {
      throw new Error('no jacket');
    },
  ],
  ['is no function', 'no jacket'],
])(
  'where the load of a page %s, the page is shown and the error is reported',
  async (_how, load) => {
    const { ready, found } = open({ load });
    await vi.advanceTimersByTimeAsync(0);
    expect(ready).toHaveBeenCalledOnce();
    expect(found).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'error', remote: jackets }),
    );
  },
);

test('a page that is not prerendered loads its data when it is shown', async () => {
  const load = vi.fn();
  const { ready } = open({ load }, { isPrerendered: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalledOnce();
  expect(load).not.toHaveBeenCalled();
});
