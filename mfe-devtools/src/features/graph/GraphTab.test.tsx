import type { CallRecord } from '@patchwork/kit/devtools';
import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { GraphTab } from './GraphTab.tsx';

const load = (remoteId: string, module: string) => ({
  ...{ remoteId, module, startedAt: 0, endedAt: 1 },
  ...{ state: 'ready' as const, reason: undefined },
});

const call = (id: number, initiator: string, name: CallRecord['name']): CallRecord => ({
  ...{ id, name, initiator, method: 'GET', url: '/api/x', startedAt: 0 },
  ...{ requestHeaders: {}, requestBody: undefined, outcome: undefined },
});

function region(data: Record<string, string>): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.dataset, data);
  document.body.append(element);
  return element;
}

const added: HTMLElement[] = [];
afterEach(() => {
  for (const element of added.splice(0)) element.remove();
});

test('the graph leads from the page and its slots to the remotes, what they share and whom else they share it with', async () => {
  added.push(
    region({ boundary: 'mfe-catalog', version: '1.2.0', team: 'Catalogue' }),
    region({ boundary: 'mfe-account', version: '2.0.0', team: 'Account', slot: 'header-account' }),
  );
  const react = { name: 'react', wanted: '^19.0.0', got: '19.3.1', from: 'shell' };
  const { inspection, showCalls } = openPage({
    loads: [load('mfe-catalog', './Home'), load('mfe-account', './HeaderAccount')],
    calls: [call(1, 'mfe-catalog', 'listProducts')],
    parts: {
      sharedBy: (id) =>
        id === 'mfe-catalog' ? [react, { ...react, name: 'jotai', got: '2.1.0' }] : [react],
    },
  });
  render(<GraphTab inspection={inspection} />);
  expect(screen.getByText('Page of mfe-catalog 1.2.0')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Slots' }).textContent).toBe(
    'header-account is filled by mfe-account 2.0.0',
  );
  const piece = (id: string) => {
    const item = screen.getByRole('heading', { name: new RegExp(`^${id}`) }).closest('li');
    return within(item ?? document.body);
  };
  expect(piece('mfe-catalog').getByText('./Home')).toBeTruthy();
  expect(
    piece('mfe-catalog').getByText(/^react 19\.3\.1 \(shell\), also .*mfe-account/),
  ).toBeTruthy();
  expect(piece('mfe-catalog').getByText('jotai 2.1.0 (shell)')).toBeTruthy();
  expect(piece('mfe-catalog').getByText('listProducts')).toBeTruthy();
  act(() => showCalls([call(1, 'mfe-catalog', 'listProducts'), call(2, 'shell', 'listProducts')]));
  expect(piece('mfe-catalog').getByText('listProducts, also shell')).toBeTruthy();
  expect(piece('shell').getByText('listProducts, also mfe-catalog')).toBeTruthy();
});
