import { expect, test } from 'vitest';
import * as router from './index.ts';

// Independently released remotes rely on these names: removing one is a breaking change.
test('the package exports these names', () => {
  expect(Object.keys(router).sort()).toMatchInlineSnapshot(`
    [
      "Link",
      "Outlet",
      "RouterProvider",
      "ScrollRestoration",
      "createBrowserRouter",
      "redirect",
      "useLoaderData",
      "useLocation",
      "useNavigation",
      "useOutlet",
      "useParams",
      "useRevalidator",
      "useRouteError",
      "useSearchParams",
    ]
  `);
});
