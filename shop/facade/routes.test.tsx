// @vitest-environment happy-dom
import { Link, Outlet, useLocation, useParams, useSearchParams } from '@patchwork/shop';
import { createMemoryRouter, RouterProvider } from '@patchwork/shop/host';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Fragment } from 'react';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { Navigate, Route, Routes } from './routes.tsx';

const searchSchema = v.object({ size: v.optional(v.picklist(['small', 'large']), 'small') });

function Photos() {
  const [search] = useSearchParams();
  const { size } = v.parse(searchSchema, Object.fromEntries(search));
  const location = useLocation();
  return (
    <>
      <h1>Photos, {size}</h1>
      <Link to="wool" state={{ backgroundLocation: location }}>
        Wool
      </Link>
    </>
  );
}

function Photo() {
  const { id } = useParams();
  return (
    <>
      <p>Photo {id}</p>
      <Link to="..">All</Link>
    </>
  );
}

function Lab() {
  const location = useLocation();
  const { backgroundLocation: background } = Object(location.state);
  return (
    <>
      <Routes location={background ?? location}>
        <Route index element={<Link to="photos?size=large">Photos</Link>} />
        <Route path="photos" element={<Outlet />}>
          <Route index element={<Photos />} />
          <Fragment key="photo">
            <Route path=":id" element={<Photo />} />
            <Route path=":id/large" element={<Photo />} />
          </Fragment>
        </Route>
        <Route path="old" element={<Navigate to="/lab/photos?size=large" replace />} />
        <Route path="*" element={<p>No such experiment</p>} />
      </Routes>
      {background && (
        <Routes>
          <Route path="photos/:id" element={<Photo />} />
        </Routes>
      )}
    </>
  );
}

function open(at: string, page = <Lab />) {
  const router = createMemoryRouter([{ path: '/lab/*', element: page }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
}

test('links, parameters and a modal route over the last page work below the page', async () => {
  const user = userEvent.setup();
  const router = open('/lab');
  await user.click(screen.getByRole('link', { name: 'Photos' }));
  expect(screen.getByRole('heading').textContent).toBe('Photos, large');
  await user.click(screen.getByRole('link', { name: 'Wool' }));
  expect(router.state.location.pathname).toBe('/lab/photos/wool');
  expect(screen.getByRole('heading').textContent).toBe('Photos, large');
  expect(screen.getByText('Photo wool')).not.toBeNull();
});

test('a link to ".." leads to the route around', async () => {
  const router = open('/lab/photos/linen');
  await userEvent.click(screen.getByRole('link', { name: 'All' }));
  expect(router.state.location.pathname).toBe('/lab/photos');
});

test.each([
  ['/lab/photos/linen', 'Photo linen'],
  ['/lab/nowhere/at/all', 'No such experiment'],
])('the address %s opens “%s” directly', (at, text) => {
  open(at);
  expect(screen.getByText(text)).not.toBeNull();
});

test('a redirect replaces its address', async () => {
  const router = open('/lab/old');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/lab/photos'));
  expect(router.state.location.search).toBe('?size=large');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('what is no route inside of Routes is named', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  open(
    '/lab',
    <Routes>
      <p>no route</p>
    </Routes>,
  );
  expect(document.body.textContent).toContain('may have only <Route> inside');
});
