import { createApi } from '@patchwork/api';
import { RemotesContext } from '@patchwork/federation/browser';
import { remotesOver } from '@patchwork/federation/testing';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore } from '@patchwork/state/host';
import { testPathTo } from '@patchwork/state/testing';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Frame, StatusBanner } from './Frame.tsx';

/** After a change of the frame, `npx vitest run shell -u` updates the file. */
test('app-shell.html is what the frame renders first for a logged-out visitor', async () => {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: (page, ..._parameters) => `page:${page}`,
  });
  const router = createMemoryRouter([{ path: '/', Component: Frame }]);
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <RemotesContext value={remotesOver(async () => null, [])}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>,
  );
  await expect(`${html}\n`).toMatchFileSnapshot('./app-shell.html');
});

afterEach(() => {
  vi.restoreAllMocks();
});

function open(isSlow: boolean) {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const store = createShopStore({
    pathTo: testPathTo,
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
  });
  render(
    <Provider store={store}>
      <StatusBanner isSlow={isSlow} />
    </Provider>,
  );
  return { onLine, status: screen.getByRole('status') };
}

test('is shown while the browser is offline, and not longer', () => {
  const { onLine, status } = open(false);
  expect(status.textContent).toBe('');
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(status.textContent).toBe('You are offline. Changes go out when the connection is back.');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(status.textContent).toBe('');
});

test('a page that is slow is said to be, but not to who is offline', () => {
  const { onLine, status } = open(true);
  expect(status.textContent).toBe('This takes longer than usual.');
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(status.textContent).toMatch(/^You are offline\.[^.]*\.$/);
});
