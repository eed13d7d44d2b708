import { createApi } from '@patchwork/api';
import { RemotesContext } from '@patchwork/federation/browser';
import { remotesOver } from '@patchwork/federation/testing';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore } from '@patchwork/state/host';
import { testPathTo } from '@patchwork/state/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemotePage } from './RemotePage.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const route = { page: 'profile', path: '/profile', access: 'login', module: './Profile' } as const;
const account = {
  id: 'mfe-account',
  team: 'Account',
  version: '1.0.0',
  entry: '/remoteEntry.js',
  routes: [route],
  fragments: {},
  files: {},
};

/** A page whose component throws until it works. There is no other version of it. */
function open() {
  let works = false;
  function Component() {
    if (!works) throw new Error('torn seam');
    return <h1>My Profile</h1>;
  }
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const loader = () => ({ remote: account, page: 'profile', Component });
  const router = createMemoryRouter([
    { path: '/', loader, Component: RemotePage, HydrateFallback: () => null },
  ]);
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: testPathTo,
  });
  render(
    <Provider store={store}>
      <RemotesContext value={remotesOver(async () => ({ Component }), [account])}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>,
  );
  return {
    reload,
    work() {
      works = true;
    },
  };
}

const tryAgain = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));

test('a page that crashed is shown again without a reload, once it works', async () => {
  const { reload, work } = open();
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  work();
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('where trying again did not help, the second time loads the whole page', async () => {
  const { reload } = open();
  await tryAgain();
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(reload).toHaveBeenCalledTimes(1);
});
