import { type DeclaredRoute, pathOfPage } from '@patchwork/host';
import { createTestMock } from '@patchwork/mock-server/testing';
import {
  createMemoryRouter,
  createShopStore,
  MemoryRouter,
  RouterProvider,
} from '@patchwork/shop/host';
import { testPathTo } from '@patchwork/shop/state/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { expect, test } from 'vitest';
import { Guarded, OtherRemotesPage } from './Notice.tsx';
import { StandaloneFrame } from './StandaloneFrame.tsx';

/** A remote’s only page, in the frame of its stand-alone page. */
function openAlone(access: DeclaredRoute['access']) {
  const page = <Guarded access={access} Page={() => <p>the page itself</p>} />;
  const router = createMemoryRouter(
    [
      {
        element: (
          <StandaloneFrame
            id="mfe-gifts"
            paths={['/gifts']}
            fragments={[]}
            open={(path) => void router.navigate(path)}
          >
            {null}
          </StandaloneFrame>
        ),
        children: [
          { path: '/gifts', element: page },
          { path: '*', element: <p>another page</p> },
        ],
      },
    ],
    { initialEntries: ['/gifts'] },
  );
  const store = createShopStore({
    pathTo: testPathTo,
    connect: createTestMock().connect,
    navigate: (to, options) => void router.navigate(to, options),
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a page with access “login” is shown to the sample user only', async () => {
  openAlone('login');
  expect(screen.getByText(/sent to the page “login”/)).toBeDefined();
  expect(screen.queryByText('the page itself')).toBeNull();
  await press('Log in as the sample user');
  expect(await screen.findByText('the page itself')).toBeDefined();
  await press('Log out Asha Rao');
  expect(await screen.findByText(/sent to the page “login”/)).toBeDefined();
});

test('a page with access “visitor” is shown until someone has logged in', async () => {
  openAlone('visitor');
  expect(screen.getByText('the page itself')).toBeDefined();
  await press('Log in as the sample user');
  expect(await screen.findByText(/sent to the page “product-list”/)).toBeDefined();
});

test('a page with access “open” is shown to everyone', async () => {
  openAlone('open');
  expect(screen.getByText('the page itself')).toBeDefined();
  await press('Log in as the sample user');
  expect(await screen.findByRole('button', { name: 'Log out Asha Rao' })).toBeDefined();
  expect(screen.getByText('the page itself')).toBeDefined();
});

test.each([
  ['a link to another remote’s page', pathOfPage([], 'cart'), 'The page “cart” belongs'],
  ['a path of another remote', '/orders', '/orders belongs'],
])('%s is explained', (_what, path, start) => {
  const { unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <OtherRemotesPage />
    </MemoryRouter>,
  );
  expect(screen.getByText(`${start} to another remote of the shop.`)).toBeDefined();
  unmount();
});
