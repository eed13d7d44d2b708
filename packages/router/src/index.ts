/**
 * The names of the router that the shop uses, shared as one singleton. Sharing react-router-dom
 * itself would ship all of it to every visitor; this list is the contract with released remotes.
 */
export type { LinkProps, RouteObject } from 'react-router-dom';
export {
  createBrowserRouter,
  Link,
  NavLink,
  Outlet,
  RouterProvider,
  redirect,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom';
