import { createTestMock } from '@patchwork/mock-server/testing';
import { action, changeSessionAtom, productsAtom, sessionAtom, sharedValue } from '@patchwork/shop';
import * as state from '@patchwork/shop/state';
import { createShopStore } from '@patchwork/shop/state/host';
import { logIn, testPathTo } from '@patchwork/shop/state/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { previewPart } from '../../preview.ts';
import { openPage } from '../../test-support.tsx';
import { changesBetween, shapeProblem } from './changes.ts';
import { StateTab } from './StateTab.tsx';
import { StoredValues } from './StoredValues.tsx';
import { listWriters, sharedValues } from './shared-state.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

/** Shared value that a loaded remote defines. */
const termAtom = sharedValue('termAtom', ['browser'], atom({ term: '' }));
const changeTermAtom = action('changeTermAtom', [termAtom], (_get, set, term: string) =>
  set(termAtom, { term }),
);

/** Opens the tab for a shop without products. `calls` returns the names of its calls since Asha's login. */
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

test('viewing the state loads nothing that the page does not use', async () => {
  const { calls, user } = await openTab();
  await poll();
  await user.click(row('cartAtom'));
  await user.click(row('productsAtom'));
  await poll();
  expect(calls()).toEqual([]);
  expect(row('productsAtom').textContent).toContain('Not asked for');
});

test('data that the page uses appears as soon as it is loaded', async () => {
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
  expect((await opened.findByRole('group', { name: 'value' })).textContent).toContain('"shirt"');
});

test('the last writer of a value is shown: the action or the value itself, and the remote that wrote it', async () => {
  const { showWrites } = await openTab();
  const changed = changeTermAtom as never;
  act(() =>
    showWrites([
      { id: 1, atom: changed, by: 'mfe-catalog', at: 0 },
      { id: 2, atom: changeSessionAtom as never, by: 'mfe-account', at: 0 },
      { id: 3, atom: atom(0) as never, by: 'shell', at: 0 },
      { id: 4, atom: productsAtom as never, by: 'mfe-devtools', at: 0 },
    ]),
  );
  expect(row('productsAtom').textContent).toContain('productsAtom by mfe-devtools');
  expect(row('termAtom').textContent).toContain('changeTermAtom by mfe-catalog');
  expect(row('sessionAtom').textContent).toContain('changeSessionAtom by mfe-account');
  expect(row('cartAtom').textContent).not.toContain('by ');
});

const names = () =>
  [...screen.getByRole('region', { name: 'Shared values' }).querySelectorAll('strong')].map(
    ({ textContent }) => textContent,
  );

test('the search finds values by name and content', async () => {
  const { store, user } = await openTab();
  act(() => store.set(changeTermAtom, 'kurta'));
  await poll();
  const search = screen.getByRole('searchbox', { name: 'Search names and values' });
  await user.type(search, 'sessionA');
  expect(names()).toEqual(['sessionAtom']);
  await user.clear(search);
  await user.type(search, 'KURTA');
  expect(names()).toEqual(['termAtom']);
  await user.type(search, ' nowhere');
  expect(screen.getByText('No shared value matches.')).toBeTruthy();
});

test('changes since the mark are listed, and a new mark starts over', async () => {
  const { store, user } = await openTab();
  await user.click(screen.getByRole('checkbox', { name: /^Changed since/ }));
  expect(names()).toEqual([]);
  act(() => {
    store.set(changeTermAtom, 'shirt');
    store.set(changeSessionAtom, null);
  });
  await poll();
  expect(names()).toEqual(expect.arrayContaining(['sessionAtom', 'termAtom']));
  expect(row('termAtom').textContent).toContain('1 change');
  await user.click(row('termAtom'));
  expect(screen.getByText('term', { selector: 'code' }).closest('li')?.textContent).toBe(
    'term was "", is "shirt"',
  );
  await user.click(screen.getByRole('button', { name: 'Mark this moment' }));
  expect(names()).toEqual([]);
});

test('a value with a writable atom is edited as JSON; text of another shape changes nothing', async () => {
  const { store, user } = await openTab();
  act(() => store.set(changeTermAtom, 'shirt'));
  await poll();
  await user.click(row('termAtom'));
  await user.click(screen.getByRole('button', { name: 'Edit termAtom' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The value as JSON' });
  expect(document.activeElement).toBe(field);
  for (const [text, problem] of [
    ['{"term": ', /^This is not JSON\. ./],
    ['{"term": 7}', 'value.term must be a text, not a number.'],
    ['{"name": "x"}', 'value.term must be a text, not nothing.'],
  ] as const) {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText(problem)).toBeTruthy();
    expect(store.get(termAtom)).toEqual({ term: 'shirt' });
  }
  await user.clear(field);
  await user.paste('{"term": "kurta"}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(store.get(termAtom)).toEqual({ term: 'kurta' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit termAtom' }));
});

test('a value that nothing but the shop itself may change says so and has no editor', async () => {
  const { user } = await openTab();
  await user.click(row('configurationAtom'));
  expect(screen.getByText(/^Written by the configuration\..*can’t be edited here\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit configurationAtom' })).toBeNull();
});

/** Replaces the text of the open JSON form, and presses its button. */
async function submit(user: ReturnType<typeof userEvent.setup>, text: string): Promise<void> {
  const field = screen.getByRole('textbox', { name: 'Its arguments as a JSON list' });
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Run' }));
}

test('a value is edited by its action, which runs as in the shop; wrong arguments change nothing', async () => {
  const { store, user } = await openTab();
  await user.click(row('termAtom'));
  await user.click(screen.getByRole('button', { name: 'Run changeTermAtom' }));
  await submit(user, '"kurta"');
  expect(screen.getByText('Give the arguments as a list: [first, second].')).toBeTruthy();
  await submit(user, '[]');
  expect(screen.getByText('changeTermAtom needs 1 argument, not none.')).toBeTruthy();
  const before = store.get(termAtom);
  await submit(user, '["kurta"]');
  expect([before, store.get(termAtom)]).toEqual([expect.anything(), { term: 'kurta' }]);
  expect(await screen.findByText('changeTermAtom has run.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Run changeTermAtom' }));
});

test('an action that fails names the reason', async () => {
  const stepAtom = sharedValue('stepAtom', ['browser'], atom(0));
  action('throwStepAtom', [stepAtom], () => {
    throw new Error('no step');
  });
  action('rejectStepAtom', [stepAtom], async () => Promise.reject(new Error('too far')));
  const { user } = await openTab();
  await user.click(row('stepAtom'));
  await user.click(screen.getByRole('button', { name: 'Run throwStepAtom' }));
  await submit(user, '[]');
  expect(screen.getByText('throwStepAtom failed: Error: no step')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Run rejectStepAtom' }));
  await submit(user, '[]');
  expect(await screen.findByText('rejectStepAtom failed: Error: too far')).toBeTruthy();
});

test('server data is set to loading and to failed, restored, invalidated and loaded again', async () => {
  const { store, calls, user } = await openTab();
  const leave = store.sub(productsAtom, () => undefined);
  await poll();
  const read = () => store.get(productsAtom);
  expect(read().data).toEqual([]);
  await user.click(row('products'));
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `${name}: products` }));
    await poll();
  };
  await press('Set to loading');
  expect(read()).toMatchObject({ isPending: true, data: undefined });
  expect(row('products').textContent).toContain('Loading, on purpose');
  await press('Set to failed');
  expect(read()).toMatchObject({ isError: true, data: undefined, error: { kind: 'network' } });
  await press('Restore');
  expect(read()).toMatchObject({ isSuccess: true, data: [] });
  expect(screen.queryByRole('button', { name: 'Restore: products' })).toBeNull();
  await press('Invalidate');
  expect(row('products').textContent).toContain('Outdated');
  const loads = () => calls().filter((name) => name === 'listProducts').length;
  const before = loads();
  await press('Set to failed');
  await press('Refetch');
  expect(loads()).toBe(before + 1);
  expect(read()).toMatchObject({ isSuccess: true, data: [] });
  expect(row('products').textContent).toContain('Loaded');
  leave();
});

test('loaded data can be edited, for all its readers', async () => {
  const { store, user } = await openTab();
  const leave = store.sub(productsAtom, () => undefined);
  await poll();
  await user.click(row('productsAtom'));
  await user.click(screen.getByRole('button', { name: 'Edit productsAtom' }));
  const field = screen.getByRole('textbox', { name: 'The value as JSON' });
  await user.clear(field);
  await user.click(field);
  await user.paste('[{"id": "new"}]');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await poll();
  expect(store.get(productsAtom).data).toEqual([{ id: 'new' }]);
  leave();
});

test('an edited list may be longer; each item needs the fields that all items had', () => {
  const list = [
    { id: 'a', price: 1, note: 'x' },
    { id: 'b', price: null },
  ];
  expect(shapeProblem([list], [[...list, { id: 'c', price: 3 }]])).toBeUndefined();
  expect(shapeProblem([list], [[...list, { price: 3 }]])).toBe(
    'value[…].id must be a text, not nothing.',
  );
  expect(shapeProblem([list], [[{ id: 'a', price: '1' }]])).toBe(
    'value[…].price must be a number or null, not a text.',
  );
  expect(shapeProblem([[]], [[1]])).toBeUndefined();
});

test('a token that has changed is masked', () => {
  expect(changesBetween({ token: 'old' }, { token: 'new' })).toEqual([
    { path: 'token', before: 'old', after: 'new' },
  ]);
  expect(previewPart('token', 'new')).toBe('••••••••');
});

test('a token is masked until it is revealed', async () => {
  const { store, user } = await openTab();
  const token = store.get(sessionAtom)?.token;
  await user.click(row('sessionAtom'));
  await user.click(screen.getByRole('button', { name: 'Run changeSessionAtom' }));
  const given = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /arguments/ });
  expect(given.value).toBe('[]');
  expect(document.body.textContent).not.toContain(token);
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  expect(document.body.textContent).toContain(token);
});

const registry = {
  format: 2,
  remotes: [
    { id: 'mfe-catalog', stable: { version: '1.0.0', entry: '/catalog.js' } },
    {
      id: 'mfe-gifts',
      stable: {
        version: '1.0.0',
        entry: '/gifts.js',
        stores: { 'gift-note': { scope: 'shopper', purpose: 'the note to a gift' } },
      },
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

test('without a registry, the stored values are still listed', async () => {
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

test('a value that is derived from others is written by their writers', () => {
  const pagesAtom = sharedValue('pagesAtom', ['api'], atom(0));
  const sumAtom = sharedValue('sumAtom', [pagesAtom, 'configuration'], atom(0));
  action('addPageAtom', [pagesAtom], () => {});
  action('clearSumAtom', [sumAtom], () => {});
  expect(writersOf('sumAtom')).toBe(
    'addPageAtom, clearSumAtom, the configuration, the API’s responses',
  );
});

test('every atom that the shared state exports is a value or an action with its own name', () => {
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

test('dates differ by their time, and are shown', () => {
  const [before, after] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-01-02T03:04:06Z')];
  expect(changesBetween({ at: before }, { at: new Date(before) })).toEqual([]);
  expect(changesBetween({ at: before }, { at: after })).toEqual([{ path: 'at', before, after }]);
  expect(previewPart('', { at: after })).toBe('{at: 2026-01-02T03:04:06.000Z}');
  expect(previewPart('at', new Date(Number.NaN))).toBe('Invalid Date');
});
