import { useFocusOnNavigation } from '@patchwork/host/boot';
import { Link, RouterProvider, useLocation, useOutlet, useParams } from '@patchwork/host/router';
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

/** A page that stays while its own links change it. */
function Sizes() {
  const { size } = useParams();
  return (
    <>
      <PageHeading>{`Size ${size}`}</PageHeading>
      {['S', 'M'].map((each) => (
        <Link key={each} to={`/size/${each}`} aria-current={each === size}>
          {each}
        </Link>
      ))}
    </>
  );
}

/** Opens a shop. `onShown` is called as soon as a page is in the document. */
function open(onShown: (pathname: string) => void = () => undefined, first = '/') {
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
  const sizes = { path: 'size/:size', Component: Sizes };
  const routes = [{ path: '/', Component: Shop, children: [home, list, sizes] }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [first] })} />);
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

test('the focus stays on a link that is now the current one of several, and leaves another', async () => {
  open(undefined, '/size/S');
  const medium = screen.getByRole('link', { name: 'M' });
  medium.focus();
  medium.click();
  await screen.findByRole('heading', { name: 'Size M' });
  expect(document.activeElement).toBe(medium);
  const list = screen.getByRole('link', { name: 'List' });
  list.focus();
  list.click();
  const heading = await screen.findByRole('heading', { name: 'The collection' });
  expect(document.activeElement).toBe(heading);
});
