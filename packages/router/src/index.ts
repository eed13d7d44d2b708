/**
 * The names of the router that the pieces use, shared as one singleton. Sharing react-router-dom
 * itself would ship all of it to every visitor; this list is the contract with released remotes.
 */
export type { RouteObject } from 'react-router-dom';
export {
  createBrowserRouter,
  Link,
  Outlet,
  RouterProvider,
  redirect,
  replace,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useNavigation,
  useOutlet,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom';
