import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RemoteLoaderOptions } from '../fallback/remote-loader.ts';
import type { ModuleLoader } from '../runtime/module-loader.ts';
import { remotesOver } from '../testing.ts';
import { RemotesContext } from './remotes-context.ts';
import { Slot } from './Slot.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const catalog = {
  id: 'mfe-catalog',
  team: 'Catalogue',
  version: '1.0.0',
  entry: '/remoteEntry.js',
  routes: [],
  fragments: { 'header-search': { module: './HeaderSearch' } },
  files: {},
};

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

test('a shopper who begins to type while the component arrives goes on typing in it', async () => {
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

test.each([
  ['can’t be loaded', () => Promise.reject(new Error('gone'))],
  ['exports no component', async () => ({})],
  [
    'crashes',
    async () => ({
      Component: () => {
        throw new Error('torn');
      },
    }),
  ],
])('the children stay when the remote’s module %s, and the console says so', async (_, load) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  showSlot(load);
  await vi.waitFor(() => expect(logged).toHaveBeenCalled());
  expect(screen.getByText('plain search').closest('[data-boundary]')).toBeNull();
});

function torn() {
  throw new Error('torn');
}

test('a crash that happens once goes unnoticed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // React itself renders a component once more before it takes the crash for one.
  let crashes = 2;
  const Component = () => (crashes-- > 0 ? torn() : <p>rich search</p>);
  showSlot(async () => ({ Component }));
  expect(await screen.findByText('rich search')).toBeTruthy();
});

test('a version that crashes again is replaced by the good one before it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const old = { ...catalog, version: '0.9.0' };
  const load: ModuleLoader['load'] = async ({ version }) => ({
    Component: () => (version === '0.9.0' ? <p>old search</p> : torn()),
  });
  const remember = vi.fn();
  showSlot(load, [catalog], { choose: () => ({ remotes: [old] }), remember });
  expect((await screen.findByText('old search')).parentElement?.dataset.version).toBe('0.9.0');
  expect(remember.mock.calls).toEqual([[{ remote: 'mfe-catalog', version: '1.0.0' }, 'crash']]);
});

test('a component that throws while it is unmounted does not affect the next one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
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
