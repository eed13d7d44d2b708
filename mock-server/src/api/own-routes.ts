import type { OwnApi, OwnEndpoint } from '@patchwork/api/own-api';
import * as v from 'valibot';
import type { OwnCallName } from '../control/control.ts';
import type { OwnSource } from './own-apis.ts';

const endpointSchema = v.looseObject({
  method: v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: v.string(),
  access: v.picklist(['open', 'login', 'operator']),
  response: v.looseObject({ kind: v.literal('schema') }),
});

const aFunction = v.custom((value) => typeof value === 'function', 'must be a function');

const apiSchema = v.object({
  endpoints: v.record(v.string(), endpointSchema),
  data: aFunction,
  handlers: v.record(v.string(), aFunction),
});

/** Returns what is wrong with a module that `apis` of remote.json names; undefined if nothing is. */
function problemOf(exported: unknown, base: string): string | undefined {
  const parsed = v.safeParse(apiSchema, exported);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? 'module';
    return `it must export “api”, made by mockApi of @patchwork/shop/api (${field}: ${issue.message})`;
  }
  const { endpoints, handlers } = parsed.output;
  const isBelow = (path: string) => path === base || path.startsWith(`${base.replace(/\/$/, '')}/`);
  for (const [name, { path, access }] of Object.entries(endpoints)) {
    if (!isBelow(path)) return `the path of ${name}, ${path}, is not below ${base}`;
    if (!path.startsWith('/') && access !== 'open') {
      return `${name} is at another origin, which gets no token of the shop: its access must be 'open'`;
    }
    if (!(name in handlers)) return `${name} has no handler`;
  }
  return undefined;
}

/** An own endpoint with its handler. */
export interface OwnRoute {
  readonly name: OwnCallName;
  readonly endpoint: OwnEndpoint;
  readonly handle: (call: object) => ReturnType<OwnApi['handlers'][string]>;
  readonly api: OwnApi;
}

/** Loads an API's routes. Rejects with an error that says what is wrong with the module. */
export async function loadRoutes({ owner, base, load }: OwnSource): Promise<OwnRoute[]> {
  const { api } = Object(await load());
  const problem = problemOf(api, base);
  if (problem !== undefined) throw new Error(`The API of ${owner} at ${base}: ${problem}.`);
  return Object.entries((api as OwnApi).endpoints).map(([key, endpoint]) => ({
    ...{ name: `${endpoint.method} ${endpoint.path}`, endpoint, api },
    handle: api.handlers[key] as OwnRoute['handle'],
  }));
}
