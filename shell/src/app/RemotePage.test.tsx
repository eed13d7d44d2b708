import { createPageRoute, createRedirects, RemotePage } from '@patchwork/host/boot';
import { RemoteLoadError } from '@patchwork/host/browser';
import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { aRemote, remotesOver } from '@patchwork/host/testing';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { inShop } from '../test-support.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

const route = { page: 'profile', path: '/', access: 'open', module: './Profile' } as const;
const account = aRemote({ routes: [route] });

/** Opens a page whose component throws until `work` is called. It has no other version. */
function openCrashing() {
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
  const remotes = remotesOver(async () => ({ Component }), [account]);
  render(inShop(<RouterProvider router={router} />, { remotes }));
  return {
    reload,
    work() {
      works = true;
    },
  };
}

// `fireEvent` would let React render before the module is there.
const tryAgain = async () => (await screen.findByRole('button', { name: 'Try again' })).click();

test('a page that crashed is shown again without a reload, once it works', async () => {
  const { reload, work } = openCrashing();
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  work();
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('if trying again did not help, the second time loads the whole page', async () => {
  const { reload } = openCrashing();
  await tryAgain();
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(reload).toHaveBeenCalledTimes(1);
});

/** Opens a page whose module can't be loaded `failures` times, and is there at once after that. */
function openMissing(failures: number) {
  const remotes = remotesOver(async () => ({ Component: () => <h1>My Profile</h1> }), [account]);
  const load = vi.spyOn(remotes.loader, 'load');
  for (let count = 0; count < failures; count += 1) {
    load.mockRejectedValueOnce(new RemoteLoadError(account, './Profile', new Error('gone')));
  }
  const page = createPageRoute(
    { remote: account, route },
    remotes,
    () => undefined,
    createRedirects(),
  );
  const router = createMemoryRouter([{ ...page, HydrateFallback: () => null }]);
  render(inShop(<RouterProvider router={router} />, { remotes }));
}

test('a page is shown even if its module arrives before React has rendered the new attempt', async () => {
  openMissing(1);
  expect(await screen.findByRole('heading', { name: /Account/ })).toBeTruthy();
  expect(document.body.textContent).not.toContain('mfe-account');
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
});

test('a page that fails to load again keeps its error until it can be loaded', async () => {
  openMissing(2);
  await tryAgain();
  await screen.findByText(/Trying again did not help/);
  await tryAgain();
  expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeTruthy();
});
