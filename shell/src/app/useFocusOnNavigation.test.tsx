import { useFocusOnNavigation } from '@patchwork/host/boot';
import { Link, RouterProvider, useLocation, useOutlet } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { PageHeading } from '@patchwork/ui';
import { render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { expect, test } from 'vitest';

function Main() {
  const main = useRef<HTMLElement>(null);
  const page = useOutlet();
  useFocusOnNavigation(main);
  return (
    <main tabIndex={-1} ref={main}>
      {page}
    </main>
  );
}

/** Opens a shop. `onShown` is called as soon as a page is in the document. */
function open(onShown: (pathname: string) => void = () => undefined) {
  function Shop() {
    const { pathname } = useLocation();
    useLayoutEffect(() => onShown(pathname), [pathname]);
    return (
      <>
        <Link to="/list">List</Link>
        <Main />
      </>
    );
  }
  const home = { index: true, element: <PageHeading>Home</PageHeading> };
  const list = { path: 'list', element: <PageHeading>The collection</PageHeading> };
  const routes = [{ path: '/', Component: Shop, children: [home, list] }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

test('the browser’s focus is left alone on the first page', () => {
  open();
  expect(document.activeElement).toBe(document.body);
});

test('a navigation moves the focus to the heading of the new page', async () => {
  open();
  screen.getByRole('link').click();
  const heading = await screen.findByRole('heading', { name: 'The collection' });
  expect(document.activeElement).toBe(heading);
});

test('a shopper who has moved the focus since the page was shown keeps it', async () => {
  open((pathname) => {
    if (pathname === '/list') screen.getByRole('link').focus();
  });
  screen.getByRole('link').click();
  await screen.findByRole('heading', { name: 'The collection' });
  expect(document.activeElement).toBe(screen.getByRole('link'));
});
