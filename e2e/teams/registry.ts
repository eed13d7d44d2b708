import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { listen } from '../../scripts/lib/local-server.ts';

/** Body with which npm and pnpm publish a version, and the document of a package. */
interface Packument {
  readonly name: string;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, object>>;
  readonly time: Readonly<Record<string, string>>;
}

interface Publication extends Packument {
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

function send(response: ServerResponse, status: number, document: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(document));
}

/**
 * Answers the calls of the npm registry API that `npm` and `pnpm` make to publish, look up and install packages of a
 * scope: https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md. A version can be published once.
 */
function registry() {
  const packages = new Map<string, Packument>();
  const archives = new Map<string, Buffer>();

  function publish({ _attachments, ...published }: Publication, response: ServerResponse): void {
    const { name, versions, 'dist-tags': tags } = published;
    const known = packages.get(name);
    const [version = ''] = Object.keys(versions);
    if (known?.versions[version]) {
      send(response, 409, { error: `${name}@${version} has been published` });
      return;
    }
    const now = new Date().toISOString();
    packages.set(name, {
      name,
      'dist-tags': { ...known?.['dist-tags'], ...tags },
      versions: { ...known?.versions, ...versions },
      time: { created: now, ...known?.time, modified: now, [version]: now },
    });
    for (const [file, { data }] of Object.entries(_attachments)) {
      archives.set(`/${name}/-/${file}`, Buffer.from(data, 'base64'));
    }
    send(response, 201, { ok: true, success: true });
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '', headers } = request;
    const pathname = decodeURIComponent(url.replace(/\?.*/, ''));
    const found = packages.get(pathname.slice(1));
    const archive = archives.get(pathname);
    if (method === 'PUT' && headers.authorization !== `Bearer ${token}`) send(response, 401, {});
    else if (method === 'PUT') publish((await json(request)) as Publication, response);
    else if (found) send(response, 200, found);
    else if (archive) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(archive);
    } else send(response, 404, { error: 'Not found' });
  };
}

const token = 'anyone';

/** Starts a private registry on this machine for the shop's packages; all others come from the usual registry. */
export async function openRegistry(home: string) {
  const answer = registry();
  const server = await listen((request, response) => void answer(request, response));
  const address = `127.0.0.1:${server.port}`;
  const npmrc = path.join(home, 'npmrc');
  await writeFile(
    npmrc,
    `@patchwork:registry=http://${address}/\n//${address}/:_authToken=${token}\n`,
  );
  return {
    url: `http://${address}/`,
    npmrc,
    // Also in lower case, as npx, which started these tests, sets it.
    variables: { NPM_CONFIG_USERCONFIG: npmrc, npm_config_userconfig: npmrc },
    stop: server.stop,
  };
}
