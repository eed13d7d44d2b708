/**
 * The router's exports that pieces use, shared as one singleton. Sharing react-router-dom itself would send all of it
 * to every visitor. This list is the contract with released remotes.
 */
export type { RouteObject, To } from 'react-router-dom';
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
  useNavigate,
  useNavigation,
  useOutlet,
  useParams,
  useRevalidator,
  useRouteError,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
