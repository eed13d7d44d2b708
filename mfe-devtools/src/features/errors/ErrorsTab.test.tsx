import type { ErrorRecord } from '@patchwork/host/devtools';
import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { ErrorCount, ErrorsTab } from './ErrorsTab.tsx';

const respond = vi.fn(() => Response.json({ remotes: [] }));
beforeEach(() => void vi.stubGlobal('fetch', async () => respond()));

const error: ErrorRecord = {
  event: 'error',
  at: 0,
  piece: 'mfe-catalog',
  version: '1.2.0',
  route: '/product/:id',
  message: 'TypeError: torn seam',
  stack: '\n    at Seam (https://shop.example/static/js/seam.js:1:2)',
};
const fallback: ErrorRecord = {
  ...{ ...error, event: 'fallback', stack: '', message: 'torn seam' },
  ...{ cause: 'crash', fallback: '1.1.0' },
};

function open(errors: readonly ErrorRecord[] = [], problems: readonly string[] = []) {
  const page = openPage({ errors, parts: { problems } });
  render(
    <>
      <h1>
        Errors
        <ErrorCount inspection={page.inspection} />
      </h1>
      <ErrorsTab inspection={page.inspection} />
    </>,
  );
  return page;
}

const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('a page without an error says so, and the title has no number', () => {
  open();
  expect(screen.getByText('No error on this page so far.')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('Errors');
});

test('errors are shown as they happen, newest first, and counted in the title', () => {
  const page = open([error]);
  act(() => page.showErrors([error, { ...error, piece: 'shell', message: 'later' }]));
  expect(screen.getByRole('heading').textContent).toBe('Errors (2)');
  expect(texts()[0]).toContain('later');
  expect(texts()[1]).toContain('torn seam');
});

test('an error names its piece, version, route and stack', () => {
  open([error]);
  const item = within(screen.getByRole('listitem'));
  for (const text of ['Error', 'TypeError: torn seam', 'mfe-catalog 1.2.0', '/product/:id']) {
    expect(item.getByText(text)).toBeTruthy();
  }
  expect(item.getByText(/seam\.js:1:2/)).toBeTruthy();
});

test('a fallback names the version that replaced the faulty one, and has no stack', () => {
  open([fallback]);
  expect(texts()[0]).toContain('Replaced by1.1.0');
  expect(screen.queryByText('Stack')).toBeNull();
});

test('entries that the page or the live registry skips are listed once each, and counted', async () => {
  const [corrupt, elsewhere] = ['mfe-blog: routes: Invalid key', 'mfe-gifts: entry: no address'];
  respond.mockReturnValueOnce(Response.json({ remotes: [], problems: [corrupt, elsewhere] }));
  respond.mockReturnValueOnce(Response.json({ remotes: [], problems: [corrupt, elsewhere] }));
  open([error], [corrupt]);
  await screen.findByText(elsewhere);
  expect(screen.getByRole('heading').textContent).toBe('Errors (3)');
  expect(texts().slice(1)).toEqual([
    `Left out of the registry ${corrupt}`,
    `Left out of the registry ${elsewhere}`,
  ]);
});
