import type { FallbackRecord } from '@patchwork/devtools-bridge';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { atom } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account, catalog, openPage } from '../../test-support.tsx';
import { RemotesTab } from './RemotesTab.tsx';

// An open remote reads the address of its development server from its declaration.
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function itemOf(id: string) {
  const item = screen.getByText(id, { exact: true }).closest('details');
  if (!item) throw new Error(`the tab does not list ${id}`);
  return item;
}

function show(fallbacks: readonly FallbackRecord[]): void {
  const active = {
    remotes: [
      { ...catalog, channel: 'canary' as const },
      { ...account, channel: 'stable' as const },
    ],
  };
  const { inspection } = openPage({ parts: { active, fallbacksAtom: atom(fallbacks) } });
  render(<RemotesTab inspection={inspection} />);
}

test('a remote that is not the stable one says which it is', () => {
  show([]);
  expect(within(itemOf('mfe-catalog')).getByText('Canary')).toBeTruthy();
  expect(within(itemOf('mfe-account')).queryByText(/canary|stable/i)).toBeNull();
});

test('a version that was replaced is named, with the reason and the version that replaced it', () => {
  show([
    {
      remote: 'mfe-catalog',
      version: '1.2.0',
      fallback: '1.1.0',
      cause: 'crash',
      message: 'broken on render',
    },
  ]);
  const item = itemOf('mfe-catalog');
  expect(within(item).getByText('Fell back')).toBeTruthy();
  expect(within(item).getByText('1.1.0')).toBeTruthy();
  item.open = true;
  fireEvent(item, new Event('toggle'));
  expect(
    within(item).getByText('1.2.0 crashed twice (broken on render). 1.1.0 replaced it.'),
  ).toBeTruthy();
  expect(within(itemOf('mfe-account')).queryByText('Fell back')).toBeNull();
});
