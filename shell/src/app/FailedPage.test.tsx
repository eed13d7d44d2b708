import { RemoteLoadError } from '@patchwork/host/browser';
import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { aRemote } from '@patchwork/host/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { inShop } from '../test-support.tsx';
import { ErrorScreen } from './FailedPage.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const account = aRemote();

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
  render(inShop(<RouterProvider router={router} />));
}

const unreachable = (isNetworkAway: boolean) => () => {
  throw new RemoteLoadError(account, './Profile', new Error('gone'), isNetworkAway);
};

test('while the network is away the page says so, and opens by itself when the network is back', async () => {
  let isAway = true;
  vi.stubGlobal('fetch', async () => new Response(null, { status: isAway ? 502 : 200 }));
  open(async () => {
    // A module arrives in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    return isAway ? unreachable(true)() : null;
  });
  expect(await screen.findByRole('heading', { name: 'No connection to the shop' })).toBeTruthy();
  window.dispatchEvent(new Event('online'));
  expect(screen.getByText(/It opens by itself/)).toBeTruthy();
  isAway = false;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
});

test('if trying again did not help, the visitor may load the page again; this never happens unasked', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  open(unreachable(false));
  expect(screen.queryByRole('button', { name: 'Load the page again' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const button = await screen.findByRole('button', { name: 'Load the page again' });
  expect(screen.getByText(/may have been updated/)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(button);
  expect(reload).toHaveBeenCalledOnce();
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
