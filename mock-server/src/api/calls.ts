import {
  decodePart,
  type Endpoint,
  type EndpointName,
  operatorRoutes,
  shopEndpoints,
} from '@patchwork/api';

type KnownCall = Pick<Endpoint, 'method' | 'path' | 'access' | 'status'> &
  Partial<Pick<Endpoint, 'body' | 'query'>>;

/** Every call of the endpoint table. The operator's calls lack their schemas, which are loaded with their handlers. */
export const calls: Readonly<Record<EndpointName, KnownCall>> = {
  ...shopEndpoints,
  ...operatorRoutes,
};

export const callNames = Object.keys(calls) as EndpointName[];

const routes = callNames.map((name) => {
  const pattern = calls[name].path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { name, method: calls[name].method, pattern: new RegExp(`^${pattern}$`) };
});

interface Route {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the call that a request matches, with its path parameters; undefined if the request matches no call. */
export function findRoute(method: string, pathname: string): Route | undefined {
  for (const { name, pattern, ...route } of routes) {
    const match = route.method === method && pattern.exec(pathname);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {});
    const params = groups.map(([key, value]) => [key, decodePart(value)]);
    return { name, params: Object.fromEntries(params) };
  }
  return undefined;
}
