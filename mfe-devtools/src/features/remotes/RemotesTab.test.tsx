import { err, ok } from '@patchwork/domain';
import type { FallbackRecord, LoadRecord } from '@patchwork/host/devtools';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { account, catalog, openPage } from '../../test-support.tsx';
import { describeTransfer, type FileTiming, lastLoads, remoteState } from './RemoteDetails.tsx';
import { RemotesTab } from './RemotesTab.tsx';

const version = (name: string) => ({
  version: name,
  entry: `/remotes/mfe-catalog/${name}/remoteEntry.js`,
  publishedAt: '2026-11-25T10:00:00Z',
});
const registry = {
  remotes: [
    {
      id: 'mfe-catalog',
      stable: version('1.2.0'),
      canary: { release: version('1.3.0') },
      previous: [version('1.1.0')],
    },
  ],
};
const readRegistry = vi.fn(async () => Response.json(registry));

// The details of a remote fetch its declaration for the development address.
beforeEach(() => {
  const declaration = { ...catalog, developmentPort: 3001 };
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/registry.json' ? readRegistry() : Response.json(declaration),
  );
});

type Page = Parameters<typeof openPage>[0];

function openTab(parts?: Page) {
  const page = openPage(parts);
  render(<RemotesTab inspection={page.inspection} />);
  return { ...page, user: userEvent.setup() };
}

function row(id: string) {
  const item = screen.getByText(id, { selector: 'summary *' }).closest('li');
  if (!item) throw new Error(`no row for ${id}`);
  return within(item);
}

function open(id: string) {
  const summary = screen.getByText(id, { selector: 'summary *' }).closest('summary');
  if (!summary) throw new Error(`no row for ${id}`);
  return userEvent.click(summary);
}

const load = (module: string, change: Partial<LoadRecord> = {}): LoadRecord => ({
  remoteId: 'mfe-catalog',
  module,
  startedAt: 100,
  endedAt: 340,
  state: 'ready',
  reason: undefined,
  ...change,
});

test('each remote shows its current state', async () => {
  const { showLoads } = openTab();
  expect(row('mfe-catalog').getByText('Idle')).toBeTruthy();
  act(() => showLoads([load('./Home', { state: 'loading', endedAt: undefined })]));
  expect(row('mfe-catalog').getByText('Loading')).toBeTruthy();
  act(() => showLoads([load('./Home')]));
  expect(row('mfe-catalog').getByText('Ready')).toBeTruthy();
  expect(row('mfe-account').getByText('Idle')).toBeTruthy();
});

test('a failed remote shows the reason', async () => {
  openTab({ loads: [load('./Home', { state: 'failed', reason: 'its server is down' })] });
  await open('mfe-catalog');
  expect(row('mfe-catalog').getByText('its server is down')).toBeTruthy();
  expect(row('mfe-catalog').getByText('failed after 240 ms')).toBeTruthy();
});

test('an opened remote shows its declarations, how it loaded and what it shares', async () => {
  openTab({
    loads: [load('./Home')],
    parts: {
      sharedBy: () => [{ name: 'react', wanted: '^19.0.0', got: '19.3.1', from: 'shell' }],
    },
  });
  await open('mfe-catalog');
  const shown = row('mfe-catalog');
  expect(shown.getByText('/wishlist').closest('li')?.textContent).toContain('login required');
  expect(shown.getByText('header-search')).toBeTruthy();
  expect(shown.getByText(/came with the page/)).toBeTruthy();
  expect(shown.getByRole('columnheader', { name: './Home' })).toBeTruthy();
  expect(shown.getByRole('columnheader', { name: /^240\sms$/ })).toBeTruthy();
  expect(shown.getByRole('row', { name: /^Wait 240\sms/ })).toBeTruthy();
  expect(shown.getByRole('row', { name: 'react ^19.0.0 19.3.1 (shell)' })).toBeTruthy();
});

test('a remote shows the slots that it offers and the fragments that it adds to other slots', async () => {
  const [home, ...others] = catalog.routes;
  if (!home) throw new Error('the remote has no page');
  const remote = {
    ...catalog,
    routes: [{ ...home, slots: { 'home-news': 'many' as const } }, ...others],
    fragments: { 'header-cart': { module: './HeaderCart', access: 'login' as const } },
  };
  openTab({ parts: { active: { remotes: [remote] } } });
  await open('mfe-catalog');
  const about = (name: string) => row('mfe-catalog').getByText(name).parentElement?.textContent;
  expect(about('home-news')).toBe('home-news many, on the page home');
  expect(about('header-cart')).toBe('header-cart login required, ./HeaderCart');
});

test('a URL is suggested, checked, and used if it is compatible', async () => {
  const setOverride = vi.fn();
  const checkOverride = vi.fn(async (override: { remoteId: string; address: string }) =>
    ok({ ...override, remote: catalog, warnings: ['It wants react ^20.'] }),
  );
  const { user } = openTab({ remoteControls: { checkOverride, setOverride } });
  await open('mfe-catalog');
  const field = screen.getByLabelText('Use mfe-catalog from another address');
  await vi.waitFor(() => expect((field as HTMLInputElement).value).toBe('http://localhost:3001'));
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(checkOverride).toHaveBeenCalledWith({
    remoteId: 'mfe-catalog',
    address: 'http://localhost:3001',
  });
  expect(await screen.findByText('It wants react ^20.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use it' }));
  expect(setOverride).toHaveBeenCalledWith(expect.objectContaining({ remoteId: 'mfe-catalog' }));
});

test('a URL that arrives late does not change a focused field', async () => {
  let respond: (response: Response) => void = () => undefined;
  const declared = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  vi.stubGlobal('fetch', () => declared);
  const { user } = openTab();
  await open('mfe-catalog');
  const field = screen.getByLabelText<HTMLInputElement>('Use mfe-catalog from another address');
  await user.click(field);
  await act(async () => respond(Response.json({ developmentPort: 3001 })));
  await user.keyboard('https://shop.example');
  expect(field.value).toBe('https://shop.example');
});

test('an incompatible URL can’t be used, and each error is a sentence', async () => {
  const errors = ['There is no remote.json.', 'Its entry does not respond.'];
  const { user } = openTab({ remoteControls: { checkOverride: async () => err(errors) } });
  await open('mfe-catalog');
  const field = screen.getByLabelText('Use mfe-catalog from another address');
  await user.clear(field);
  await user.type(field, 'http://localhost:4000');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  for (const error of errors) expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use it' })).toBeNull();
});

test('a changed URL must be checked again', async () => {
  const { user } = openTab();
  await open('mfe-catalog');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByRole('button', { name: 'Use it' })).toBeTruthy();
  await user.type(screen.getByLabelText('Use mfe-catalog from another address'), '9');
  expect(screen.queryByRole('button', { name: 'Use it' })).toBeNull();
});

test('an active override is marked and can be removed; a failed one shows the reason', async () => {
  const removeOverride = vi.fn();
  const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };
  const failed = { remoteId: 'mfe-account', address: 'http://localhost:3002' };
  const { user } = openTab({
    remoteControls: {
      overrides: [override],
      failedOverrides: [{ override: failed, reason: 'It threw.' }],
      removeOverride,
    },
  });
  expect(row('mfe-catalog').getByText('Overridden')).toBeTruthy();
  expect(screen.getByText(/override of mfe-account .* failed.*It threw/)).toBeTruthy();
  await open('mfe-catalog');
  await user.click(screen.getByRole('button', { name: 'Use released' }));
  expect(removeOverride).toHaveBeenCalledWith('mfe-catalog');
});

const list = () => screen.getByLabelText<HTMLSelectElement>('Known addresses of mfe-catalog');
const names = () =>
  within(list())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const field = () => screen.getByLabelText<HTMLInputElement>('Use mfe-catalog from another address');

test('a released version is selected from the registry’s, and used after it is checked', async () => {
  const setOverride = vi.fn();
  const { user } = openTab({ remoteControls: { setOverride } });
  let respond: (response: Response) => void = () => undefined;
  readRegistry.mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  await open('mfe-catalog');
  expect(screen.getByText('The released versions are loading…')).toBeTruthy();
  respond(Response.json(registry));
  await screen.findByRole('option', { name: /^1\.2\.0, stable, Nov 25, 2026/ });
  expect(names().map((name) => name?.slice(0, 13))).toEqual([
    'None of these',
    '1.2.0, stable',
    '1.3.0, canary',
    '1.1.0, Nov 25',
  ]);
  await user.selectOptions(list(), screen.getByRole('option', { name: /^1\.1\.0/ }));
  expect(field().value).toBe(`${location.origin}/remotes/mfe-catalog/1.1.0`);
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await user.click(await screen.findByRole('button', { name: 'Use it' }));
  expect(setOverride).toHaveBeenCalledWith(expect.objectContaining({ address: field().value }));
  expect(localStorage.getItem('patchwork:override-addresses')).toBeNull();
});

test('an unreadable registry is reported, and a URL can still be typed', async () => {
  readRegistry.mockResolvedValueOnce(new Response('', { status: 503 }));
  openTab();
  await open('mfe-catalog');
  const text = 'The released versions can’t be listed: /registry.json responded with 503.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(field().disabled).toBe(false);
});

test('a used URL is offered again for its remote until it is deleted', async () => {
  const first = openTab();
  await open('mfe-catalog');
  await first.user.clear(field());
  await first.user.type(field(), 'http://localhost:4000');
  await first.user.click(screen.getByRole('button', { name: 'Check' }));
  await first.user.click(await screen.findByRole('button', { name: 'Use it' }));
  cleanup();
  const { user } = openTab();
  await open('mfe-account');
  expect(row('mfe-account').queryByRole('option', { name: 'http://localhost:4000' })).toBeNull();
  await user.selectOptions(list(), 'http://localhost:4000');
  expect(field().value).toBe('http://localhost:4000');
  await user.click(screen.getByRole('button', { name: 'Forget this address' }));
  expect(screen.queryByRole('option', { name: 'http://localhost:4000' })).toBeNull();
  expect(document.activeElement).toBe(list());
});

test.each([
  ['corrupt', /The breakage wins over the override: nothing of http:\/\/localhost:3001 is shown/],
  ['slow', /Both take effect: what breaks is the code of http:\/\/localhost:3001/],
] as const)(
  'a remote that is overridden and broken (%s) shows which one takes effect',
  async (breakage, text) => {
    const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };
    openTab({
      remoteControls: { overrides: [override], breakages: { 'mfe-catalog': breakage } },
      parts: { active: { remotes: breakage === 'corrupt' ? [account] : [catalog] } },
    });
    if (breakage !== 'corrupt') await open('mfe-catalog');
    expect(screen.getByText(text)).toBeTruthy();
  },
);

test('an open row is open again after a reload, until it is closed', async () => {
  openTab();
  await open('mfe-catalog');
  cleanup();
  openTab();
  expect(screen.getByRole('region', { name: 'Controls of mfe-catalog' })).toBeTruthy();
  await open('mfe-catalog');
  cleanup();
  openTab();
  expect(screen.queryByRole('region', { name: 'Controls of mfe-catalog' })).toBeNull();
});

test('a remote is broken on purpose in an explained way, and repaired', async () => {
  const setBreakage = vi.fn();
  const { user } = openTab({
    remoteControls: { setBreakage, breakages: { 'mfe-account': 'slow' } },
  });
  expect(row('mfe-account').getByText('Broken: Slow')).toBeTruthy();
  await open('mfe-catalog');
  await user.selectOptions(screen.getByLabelText('Break mfe-catalog on purpose'), 'throws');
  expect(screen.getByText(/throw as soon as React renders them/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Break it' }));
  expect(setBreakage).toHaveBeenCalledWith('mfe-catalog', 'throws');
  await open('mfe-account');
  await user.click(screen.getByRole('button', { name: 'Repair' }));
  expect(setBreakage).toHaveBeenCalledWith('mfe-account', null);
});

test('a remote that is missing because it is corrupt can be repaired', async () => {
  const setBreakage = vi.fn();
  const { user } = openTab({
    remoteControls: { setBreakage, breakages: { 'mfe-gone': 'corrupt' } },
  });
  const section = screen.getByRole('region', { name: 'Controls of mfe-gone' });
  await user.click(within(section).getByRole('button', { name: 'Repair' }));
  expect(setBreakage).toHaveBeenCalledWith('mfe-gone', null);
});

test('a failed reload shows the reason', async () => {
  const reload = vi.fn(async () => Promise.reject(new Error('its server is down')));
  const { user } = openTab({ remoteControls: { reload } });
  await open('mfe-catalog');
  await user.click(screen.getByRole('button', { name: 'Reload mfe-catalog' }));
  expect(await screen.findByText(/could not be reloaded: Error: its server is down/)).toBeTruthy();
});

test('a remote that is not on the stable channel shows its channel', () => {
  const canary = { ...catalog, channel: 'canary' as const };
  openTab({ parts: { active: { remotes: [canary, { ...account, channel: 'stable' }] } } });
  expect(row('mfe-catalog').getByText('Canary')).toBeTruthy();
  expect(row('mfe-account').queryByText(/canary|stable/i)).toBeNull();
});

test('a replaced version is shown with the reason and the version that replaced it', async () => {
  const fallback: FallbackRecord = {
    remote: 'mfe-catalog',
    version: '1.2.0',
    fallback: '1.1.0',
    cause: 'crash',
    message: 'broken on render',
  };
  openTab({ parts: { fallbacksAtom: atom([fallback]) } });
  await open('mfe-catalog');
  expect(row('mfe-catalog').getByText('Fell back')).toBeTruthy();
  expect(row('mfe-catalog').getByText('1.1.0')).toBeTruthy();
  expect(
    screen.getByText('1.2.0 crashed twice (broken on render). 1.1.0 replaced it.'),
  ).toBeTruthy();
  expect(row('mfe-account').queryByText('Fell back')).toBeNull();
});

const failedLoad = load('./Home', { state: 'failed', reason: 'missing' });

test('a successful attempt replaces the previous failure', () => {
  const loads = [failedLoad, load('./Home')];
  expect(lastLoads(loads, 'mfe-catalog')).toEqual([loads[1]]);
  expect(lastLoads(loads, 'mfe-account')).toEqual([]);
});

test('a module that is loading, or else a failed one, determines the remote’s state', () => {
  const loading = load('./Wishlist', { state: 'loading' });
  expect(remoteState([failedLoad, loading])).toEqual({ kind: 'loading' });
  expect(remoteState([failedLoad, load('./Wishlist')])).toEqual({
    kind: 'failed',
    reason: 'missing',
  });
});

const folder = 'https://shop.example/remotes/mfe-catalog/1.2.0/';

const file = (name: string, transferSize: number, decodedBodySize: number): FileTiming => ({
  name,
  startTime: 0,
  responseEnd: 20,
  transferSize,
  decodedBodySize,
});

const entry = `${folder}remoteEntry.js`;
const home = file(`${folder}static/home.js`, 2000, 7000);
const otherVersion = 'https://shop.example/remotes/mfe-catalog/1.1.0/remoteEntry.js';

test.each([
  [
    'files in the folder alone',
    [file(entry, 3000, 9000), home, file(otherVersion, 500, 900)],
    '5 kB (2 files)',
  ],
  ['a file with a body and no transfer', [file(entry, 0, 9000)], 'from cache (1 file)'],
  ['a server that hides its sizes', [file(entry, 0, 0)], 'hidden by the other origin (1 file)'],
  ['one file with a hidden size', [file(entry, 0, 0), home], '2 kB (2 files, 1 of them hidden)'],
  ['no file', [], 'nothing'],
])('the transfer of %s is described', (_, timings, description) => {
  expect(describeTransfer(timings, folder)).toBe(description);
});
