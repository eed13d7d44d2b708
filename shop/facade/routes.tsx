/**
 * Routes inside a page that owns everything below its path ("/lab/*" in remote.json). They have the props of React
 * Router's components of the same names. Each remote bundles its own copy: with React Router's, every visitor would
 * download 0.6 kB more with the shell.
 */
import type { RouteObject, To } from '@patchwork/host/router';
// By its name: the page's shared copy.
import { useNavigate, useRoutes } from '@patchwork/shop';
import { Children, Fragment, isValidElement, type ReactNode, useEffect } from 'react';

export type RouteProps = Omit<RouteObject, 'children'> & { readonly children?: ReactNode };

/** One route, as a child of Routes or of another Route. */
export function Route(_: RouteProps): null {
  throw new Error('<Route> is not inside <Routes>: put it there');
}

const routesIn = (children: ReactNode): RouteObject[] =>
  Children.toArray(children).flatMap((child) => {
    if (!isValidElement<RouteProps>(child)) return [];
    const { children: inner, ...route } = child.props;
    if (child.type === Fragment) return routesIn(inner);
    if (child.type !== Route) throw new Error('<Routes> may have only <Route> inside: wrap it');
    const nested = routesIn(inner);
    return [{ ...route, ...(nested.length > 0 && { children: nested }) } as RouteObject];
  });

interface RoutesProps {
  readonly children?: ReactNode;
  /** Address to show instead of the current one, such as the page behind a modal one. */
  readonly location?: Parameters<typeof useRoutes>[1];
}

/** Shows the first route that matches the address. Paths are relative to the page or route around it. */
export const Routes = ({ children, location }: RoutesProps): ReactNode =>
  useRoutes(routesIn(children), location);

interface NavigateProps {
  readonly to: To;
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Redirects when it is rendered. */
export function Navigate({ to, replace = false, state }: NavigateProps): null {
  const navigate = useNavigate();
  const target = JSON.stringify(to);
  useEffect(() => {
    void navigate(JSON.parse(target), { replace, state });
  }, [navigate, target, replace, state]);
  return null;
}
