import type { Loader } from '@patchwork/federation';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Remotes, RemotesProvider } from './remotes.tsx';
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
  slots: { 'header-search': './HeaderSearch' },
  files: {},
};

function showSlot(load: Loader['load'], remotes = [catalog]) {
  const value: Remotes = {
    registry: { format: 1, remotes },
    loader: { load, isDown: () => false, renew: () => undefined },
  };
  render(
    <RemotesProvider value={value}>
      <Slot name="header-search">
        <p>plain search</p>
      </Slot>
    </RemotesProvider>,
  );
}

test('the fallback stands in until the remote’s component is there', async () => {
  showSlot(async () => ({ Component: () => <p>rich search</p> }));
  expect(screen.getByText('plain search')).toBeTruthy();
  expect(await screen.findByText('rich search')).toBeTruthy();
  expect(screen.queryByText('plain search')).toBeNull();
  const { boundary, team, version } = screen.getByText('rich search').parentElement?.dataset ?? {};
  expect([boundary, team, version]).toEqual(['mfe-catalog', 'Catalogue', '1.0.0']);
});

test('the fallback stays when no remote fills the slot', () => {
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
])('the fallback stays when the remote’s module %s, and the console says so', async (_, load) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  showSlot(load);
  await vi.waitFor(() => expect(logged).toHaveBeenCalled());
  expect(screen.getByText('plain search').closest('[data-boundary]')).toBeNull();
});
