import { createApi } from '@patchwork/api';
import { createShopStore } from '@patchwork/state/host';
import { testPathTo } from '@patchwork/state/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { StatusBanner } from './StatusBanner.tsx';

afterEach(() => {
  cleanup();
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
