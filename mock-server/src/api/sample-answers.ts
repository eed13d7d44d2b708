import { endpointNames, endpoints } from '@patchwork/api';
import { createFailures } from '../control/failures.ts';
import { readDirectives } from '../control/sentinels.ts';
import { defaultSettings } from '../control/settings.ts';
import { createStateManager } from '../control/state.ts';
import { createDatabase } from '../data/database.ts';
import { dispatch, type Server } from './dispatch.ts';
import { handlers } from './handlers.ts';

const database = createDatabase();

/** A mock that no one has changed, and no one has logged in to. */
const server: Server = {
  handlers,
  data: database,
  directives: readDirectives(''),
  state: createStateManager(database, { defaults: defaultSettings(0), isDelayForced: false }),
  failures: createFailures(),
};

const gets = endpointNames
  .filter((name) => endpoints[name].method === 'GET')
  .map((name) => {
    const pattern = endpoints[name].path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    return { name, pattern: new RegExp(`^${pattern}$`) };
  });

/**
 * Answers a GET request for a path of the API as the mock of a new visitor's page does, without a page: for
 * a server that writes HTML. It loads no Mirage.
 */
export async function readSample(path: string): Promise<Response> {
  const { pathname, searchParams: query } = new URL(path, 'http://sample.invalid');
  for (const { name, pattern } of gets) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {});
    const params = Object.fromEntries(
      groups.map(([parameter, value]) => [parameter, decodeURIComponent(value)]),
    );
    const { status, body } = await dispatch(server, name, { params, query, headers: {}, body: '' });
    return Response.json(body, { status });
  }
  return new Response('', { status: 404 });
}
