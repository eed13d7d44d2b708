import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoredValues } from './StoredValues.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
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

test('a stored value has its scope, its size, and what its remote declares of it', async () => {
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
