import { createTestMock } from '@patchwork/mock-server/testing';
import { action, changeSessionAtom, productsAtom, sessionAtom, sharedValue } from '@patchwork/shop';
import * as state from '@patchwork/state';
import { createShopStore } from '@patchwork/state/host';
import { logIn, testPathTo } from '@patchwork/state/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { StateTab } from './StateTab.tsx';
import { StoredValues } from './StoredValues.tsx';
import { listWriters, sharedValues } from './shared-state.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Value that a loaded remote defines. */
const termAtom = sharedValue('termAtom', ['browser'], atom({ term: '' }));
const changeTermAtom = action('changeTermAtom', [termAtom], (_get, set, term: string) =>
  set(termAtom, { term }),
);

/** Opens the tab of a shop that has no products. `calls` returns the names of its calls since Asha logged in. */
async function openTab() {
  vi.stubGlobal('fetch', async () => Response.json({ remotes: [] }));
  const mock = createTestMock({ products: [] });
  const store = createShopStore({
    pathTo: testPathTo,
    connect: mock.connect,
    navigate: () => undefined,
  });
  await logIn(store);
  const page = openPage({ parts: { store } });
  render(<StateTab inspection={page.inspection} />);
  const calls = () => mock.calls.slice(1).map(({ name }) => name);
  return {
    ...page,
    store,
    calls,
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
  };
}

function row(name: string) {
  const summary = screen.getByText(name, { selector: 'summary *' }).closest('summary');
  if (!summary) throw new Error(`no row for ${name}`);
  return summary;
}

const poll = () => act(() => vi.advanceTimersByTimeAsync(600));

test('looking at the state loads nothing that the page does not use', async () => {
  const { calls, user } = await openTab();
  await poll();
  await user.click(row('cartAtom'));
  await user.click(row('productsAtom'));
  await poll();
  expect(calls()).toEqual([]);
  expect(row('productsAtom').textContent).toContain('Not asked for');
});

test('data that the page uses is shown as soon as it is loaded', async () => {
  const { store, calls } = await openTab();
  const leave = store.sub(productsAtom, () => undefined);
  await poll();
  expect(calls()).toEqual(['listProducts']);
  expect(row('productsAtom').textContent).toContain('list of 0');
  leave();
});

test('an open value shows its changes', async () => {
  const { store, user } = await openTab();
  await user.click(row('termAtom'));
  act(() => store.set(changeTermAtom, 'shirt'));
  await poll();
  const opened = within(row('termAtom').closest('details') ?? document.body);
  expect(opened.getByText('"shirt"')).toBeTruthy();
});

test('the last writer of a value is named: the action, and the remote that used it', async () => {
  const { showWrites } = await openTab();
  const changed = changeTermAtom as never;
  act(() =>
    showWrites([
      { id: 1, atom: changed, by: 'mfe-catalog', at: 0 },
      { id: 2, atom: changeSessionAtom as never, by: 'mfe-account', at: 0 },
      { id: 3, atom: termAtom as never, by: 'shell', at: 0 },
    ]),
  );
  expect(row('termAtom').textContent).toContain('changeTermAtom by mfe-catalog');
  expect(row('sessionAtom').textContent).toContain('changeSessionAtom by mfe-account');
  expect(row('cartAtom').textContent).not.toContain('by ');
});

test('a token is masked until it is asked for', async () => {
  const { store, user } = await openTab();
  const token = store.get(sessionAtom)?.token;
  await user.click(row('sessionAtom'));
  expect(document.body.textContent).not.toContain(token);
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  expect(document.body.textContent).toContain(token);
});

const registry = {
  format: 2,
  remotes: [
    { id: 'mfe-catalog', stable: {} },
    {
      id: 'mfe-gifts',
      stable: { stores: { 'gift-note': { scope: 'shopper', purpose: 'the note to a gift' } } },
    },
  ],
};

test('a stored value is listed with its scope, its size and its declared purpose', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(registry)));
  localStorage.setItem('patchwork:gift-note/1qphe3mt5soub', 'x'.repeat(1200));
  localStorage.setItem('another program', 'x');
  localStorage.setItem('userToken', 'secret');
  sessionStorage.setItem('patchwork:mock-state', '{}');
  sessionStorage.setItem('patchwork:selected-address/1qphe3mt5soub', '{"id":7}');
  render(<StoredValues />);
  await screen.findByText('the note to a gift');
  const facts = screen.getByRole('region', { name: 'Stored in this browser' });
  const rows = [...facts.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    [
      'patchwork:gift-note/1qphe3mt5soub',
      'of one shopper, 1,200 characters, by mfe-gifts',
      'the note to a gift',
    ],
    ['patchwork:mock-state', 'of this tab, 2 characters, by the shop'],
    [
      'patchwork:selected-address/1qphe3mt5soub',
      'of one shopper in this tab, 8 characters, by the shop',
    ],
  ]);
});

test('without a registry the stored values are listed all the same', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }));
  localStorage.setItem('patchwork:bucket', '{"version":1,"value":7}');
  render(<StoredValues />);
  expect(await screen.findByText('of this browser, 23 characters, by the shop')).toBeDefined();
});

function writersOf(name: string) {
  const value = sharedValues().find(({ debugLabel }) => debugLabel === name);
  return value && listWriters(value);
}

test('every shared value has a writer', () => {
  expect(sharedValues().filter((value) => listWriters(value) === '')).toEqual([]);
});

test('the writers of a value are its actions and its other sources', () => {
  expect(writersOf('cartAtom')).toMatch(/changeCartAtom.*the API’s responses/);
  expect(writersOf('configurationAtom')).toBe('the configuration');
});

test('a value that is computed from others is written by their writers', () => {
  const pagesAtom = sharedValue('pagesAtom', ['api'], atom(0));
  const sumAtom = sharedValue('sumAtom', [pagesAtom, 'configuration'], atom(0));
  action('addPageAtom', [pagesAtom], () => {});
  action('clearSumAtom', [sumAtom], () => {});
  expect(writersOf('sumAtom')).toBe(
    'addPageAtom, clearSumAtom, the configuration, the API’s responses',
  );
});

test('every atom that packages/state exports is a value or an action under its own name', () => {
  for (const [name, each] of Object.entries(state)) {
    if (typeof each === 'function' || each === state.toast) continue;
    expect(each).toHaveProperty('debugLabel', name);
    expect('sources' in each || 'writes' in each, name).toBe(true);
  }
});

test('a value that a remote defines is listed once the remote is loaded, and replaced when it is defined again', () => {
  const draftAtom = sharedValue('draftAtom', ['browser'], atom(''));
  action('changeDraftAtom', [draftAtom], () => {});
  expect(writersOf('draftAtom')).toBe('changeDraftAtom, the browser');
  const replaced = sharedValue('draftAtom', ['api'], atom(''));
  expect(sharedValues().filter(({ debugLabel }) => debugLabel === 'draftAtom')).toEqual([replaced]);
});
