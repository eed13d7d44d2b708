import { type PathTo, redirectFor } from '@patchwork/domain';
import { type ActiveRemote, matchRoute, pathOfPage } from '@patchwork/host';
import { createHostRouter } from '@patchwork/host/boot';
import { RouterProvider } from '@patchwork/host/router';
import { aRemote, remotesOver } from '@patchwork/host/testing';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inShop } from '../test-support.tsx';
import { screens } from './all-screens.ts';

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

const remote = (id: string, route: ActiveRemote['routes'][number]) =>
  aRemote({ id, routes: [route] });

async function openShop(at: string, isIncomplete = false, login: 'visitor' | 'login' = 'visitor') {
  window.history.replaceState(null, '', at);
  const remotes = remotesOver(
    async (remote, module) => ({ Component: () => <h1>{`${remote.id} ${module}`}</h1> }),
    [
      remote('mfe-checkout', { page: 'cart', path: '/basket', access: 'login', module: './Cart' }),
      remote('mfe-catalog', {
        page: 'product',
        path: '/items/:productId',
        from: ['/productlist/:productId'],
        access: 'open',
        module: './Product',
      }),
      remote('mfe-account', {
        page: 'login',
        path: '/enter',
        access: login,
        module: './Login',
      }),
    ],
  );
  const router = createHostRouter(
    remotes,
    (access) => redirectFor(access, false),
    screens,
    isIncomplete,
  );
  const pathTo: PathTo = (page, ...[parameters]) =>
    pathOfPage(remotes.active.remotes, page, parameters);
  render(inShop(<RouterProvider router={router} />, { remotes, pathTo }));
  return { router, remotes };
}

test('the guard sends a visit to the path that the login page has now', async () => {
  const { router } = await openShop('/basket');
  expect(await screen.findByRole('heading', { name: 'mfe-account ./Login' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/enter');
});

test('the frame’s links lead to the paths that the pages have now', async () => {
  const { remotes } = await openShop('/enter');
  const link = await screen.findByRole('link', { name: 'Cart' });
  expect(link.getAttribute('href')).toBe('/basket');
  expect(matchRoute(remotes.active.remotes, '/basket')?.route.page).toBe('cart');
});

test('a link to a page that no remote declares ends on ‘Page not found’', async () => {
  const { router } = await openShop('/enter');
  const link = await screen.findByRole('link', { name: 'Wishlist' });
  await router.navigate(link.getAttribute('href') ?? '');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

test('a path in capitals opens its page, and parameters stay as they are', async () => {
  const { router } = await openShop('/Enter');
  expect(await screen.findByRole('heading', { name: 'mfe-account ./Login' })).toBeTruthy();
  await router.navigate('/ITEMS/Linen-Shirt');
  expect(await screen.findByRole('heading', { name: 'mfe-catalog ./Product' })).toBeTruthy();
  expect(router.state.matches.at(-1)?.params).toEqual({ productId: 'Linen-Shirt' });
});

test('an address with a page’s name leads to the path that the page has now', async () => {
  const { router } = await openShop('/named-page/product?productId=a%2Fb');
  expect(await screen.findByRole('heading', { name: 'mfe-catalog ./Product' })).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/items/a%2Fb', search: '' });
  await router.navigate('/named-page/product');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

test.each(['/nowhere', '/named-page/wishlist'])(
  'while a remote can’t be read, %s can’t be shown at the moment, and ‘Try again’ loads the page again',
  async (path) => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    await openShop(path, true);
    const heading = 'This page can’t be shown at the moment';
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(screen.queryByText('Page not found')).toBeNull();
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(reload).toHaveBeenCalledOnce();
  },
);

test.each(['/basket', '/enter'])(
  'pages that redirect to one another end on a page that says so: %s',
  async (path) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openShop(path, false, 'login');
    expect(await screen.findByRole('heading', { name: 'This page can’t be opened' })).toBeTruthy();
    expect(screen.getByText(/redirects it in a circle/)).toBeTruthy();
  },
);

test('redirects are counted for each navigation by itself', async () => {
  const { router } = await openShop('/enter');
  for (let visit = 0; visit < 12; visit += 1) await router.navigate('/basket');
  expect(await screen.findByRole('heading', { name: 'mfe-account ./Login' })).toBeTruthy();
});

test('an old address of a page is replaced by its path, with parameters and query', async () => {
  const entries = window.history.length;
  const { router } = await openShop('/productlist/linen-shirt?size=M');
  expect(await screen.findByRole('heading', { name: 'mfe-catalog ./Product' })).toBeTruthy();
  expect(router.state.location).toMatchObject({
    pathname: '/items/linen-shirt',
    search: '?size=M',
  });
  expect(window.history.length).toBe(entries);
  await router.navigate('/enter');
  await router.navigate('/productlist/tunic');
  expect(router.state.location.pathname).toBe('/items/tunic');
  expect(window.history.length).toBe(entries + 2);
});
