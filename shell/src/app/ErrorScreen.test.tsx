import { createApi } from '@patchwork/api';
import { RemoteLoadError } from '@patchwork/federation/browser';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore } from '@patchwork/state';
import { testPathTo } from '@patchwork/state/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorScreen } from './ErrorScreen.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const account = {
  id: 'mfe-account',
  team: 'Account',
  version: '1.0.0',
  entry: '/remoteEntry.js',
  routes: [],
  slots: {},
  files: {},
};

function open(loader: () => unknown) {
  const router = createMemoryRouter([
    {
      path: '/',
      loader,
      Component: () => <h1>My Profile</h1>,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: () => null,
    },
  ]);
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: testPathTo,
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

test('a remote that can’t be loaded is named, and ‘Try again’ loads it again', async () => {
  const failures = [new RemoteLoadError(account, './Profile', new Error('gone'))];
  open(() => {
    const failure = failures.shift();
    if (failure) throw failure;
    return null;
  });
  expect(await screen.findByRole('heading', { name: /Account/ })).toBeTruthy();
  expect(screen.getByText(/mfe-account/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
});

test('any other error has its own heading, ‘Try again’ and a link home', async () => {
  open(() => {
    throw new Error('a bug');
  });
  expect(
    await screen.findByRole('heading', { name: 'Unexpected Application Error!' }),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});
