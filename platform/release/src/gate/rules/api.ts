import path from 'node:path';
import { isParameter, namesOfHead, publishedRoutesSchema, segmentsOf } from '@patchwork/host';
import { type Finding, refusal } from '../../findings.ts';
import { readValid } from '../../release-folder/files.ts';
import {
  type Live,
  type LivePiece,
  livePiece,
  livePieces,
  nameOf,
  nameOfShell,
  type RemoteVersion,
  type ShellVersion,
} from '../live.ts';
import { type Fields, readTypes, type TypesIndex } from '../types/types-index.ts';

interface Known {
  readonly name: string;
  readonly api: TypesIndex['api'];
}

const SHOWN_FIELDS = 12;

/** Lists the paths of a response's fields: 'product.title', or 'products.*.title' for entries of a list. */
function pathsIn(fields: Fields, before = ''): string[] {
  return Object.entries(fields ?? {}).flatMap(([name, inner]) => [
    ...(inner === null ? [before + name] : pathsIn(inner, `${before}${name}.`)),
  ]);
}

function has(fields: Fields, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || fields === null) return true;
  const key = '*' in fields && /^\d+$/.test(name) ? '*' : name;
  return Object.hasOwn(fields, key) && has(fields[key] ?? null, rest);
}

async function checkCalls(caller: LivePiece, { name: shell, api }: Known, isNew: boolean) {
  const { id, name: ours, folder } = caller;
  const { calls = {} } = (await readTypes(folder))?.index ?? {};
  return Object.entries(calls).flatMap(([call, { answer, files }]): Finding[] => {
    const places = files.join(', ');
    const names = isNew ? { ours, live: shell } : { ours: shell, live: ours };
    const refuse = (message: string) => [
      refusal('api', names.ours, message, { live: names.live, flag: '--anyway' }),
    ];
    const known = api[call];
    if (!known) {
      return isNew
        ? refuse(
            `${ours} makes the call ${call} of the API (${places}), which ${shell} does not have. Release the API and the shell with it first.`,
          )
        : refuse(
            `${shell} has no call ${call} of the API, which ${ours} makes (${places}). Keep it, or release ${id} without it first.`,
          );
    }
    const lost = pathsIn(answer).filter((field) => !has(known.answer, field.split('.')));
    if (lost.length === 0) return [];
    return refuse(
      `In ${shell}, the response to the call ${call} has no ${lost.join(', ')}, but ${ours}, which makes the call (${places}), was built with an API that has it. Keep the fields, or release ${id} without them first.`,
    );
  });
}

export const shapeOf = (call: string): string =>
  segmentsOf(call.replace(/\?.*$/, ''))
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/');

async function checkHeads(remote: RemoteVersion, { name: live, api }: Known): Promise<Finding[]> {
  const ours = nameOf(remote);
  // A version without this file declares no heads, and no server sends any for it.
  const declared = await readValid(path.join(remote.folder, 'remote.json'), publishedRoutesSchema);
  return (declared?.routes ?? []).flatMap(({ page, head }) => {
    const refuse = (what: string) => {
      const message = `The head of the page “${page}” in remote.json of ${ours} ${what}`;
      return refusal('api', ours, message, { file: 'remote.json', live });
    };
    const ask = (call: string | undefined, names: readonly string[]): Finding[] => {
      if (call === undefined) return [];
      const endpoint = Object.values(api).find(
        ({ method, path }) => method === 'GET' && shapeOf(path) === shapeOf(call),
      );
      if (!endpoint) {
        return [
          refuse(`asks for ${call}, which is not a GET call of the API of ${live}. Correct it.`),
        ];
      }
      const fields = pathsIn(endpoint.answer);
      return names
        .filter((name) => !name.startsWith('page.') && !has(endpoint.answer, name.split('.')))
        .map((name) => {
          const more = fields.length > SHOWN_FIELDS ? ' and more' : '';
          const known = fields.slice(0, SHOWN_FIELDS).join(', ') + more;
          return refuse(
            `names ${name}, which the answer to ${call} does not have. It has ${known}. Correct the name.`,
          );
        });
    };
    if (!head) return [];
    const { data, sitemap } = head;
    const listed = [
      ...Object.values(sitemap?.parameters ?? {}),
      ...Object.values(sitemap?.canonical ?? {}),
    ];
    return [
      ...ask(data, [...new Set(namesOfHead(head).map((name) => name.replaceAll('*', '0')))]),
      ...ask(sitemap?.data, sitemap ? listed.map((name) => `${sitemap.list}.0.${name}`) : []),
    ];
  });
}

const isOwn = ({ release: { apis = {} } }: RemoteVersion, path: string): boolean =>
  Object.keys(apis).some((base) => `${path}/`.startsWith(`${base}/`));

/** Whether a path is below another, or the same. A parameter may be any segment. */
function overlap(one: string, other: string): boolean {
  const others = segmentsOf(other);
  return segmentsOf(one)
    .slice(0, others.length)
    .every((segment, index) => {
      const against = others[index] ?? segment;
      return segment === against || isParameter(segment) || isParameter(against);
    });
}

/** Refuses an API of a remote's own that has paths of the shop's API, or of another remote's own. */
function checkOwnApis(
  remote: RemoteVersion,
  remotes: readonly RemoteVersion[],
  { name: live, api }: Known,
): Finding[] {
  const ours = nameOf(remote);
  return Object.keys(remote.release.apis ?? {}).flatMap((base): Finding[] => {
    const refuse = (who: string, path: string) => {
      const message = `remote.json of ${ours} declares the API ${base}, but ${who} has ${path}. Choose another path, such as /api/${remote.release.id.replace(/^mfe-/, '')}.`;
      return [refusal('api', ours, message, { file: 'remote.json', live })];
    };
    // A member of the client that is no endpoint has no path.
    const taken = Object.values(api).find(({ path }) => path !== '' && overlap(path, base));
    if (taken) return refuse(`the API of ${live}`, taken.path);
    for (const other of remotes) {
      if (other.release.id === remote.release.id) continue;
      const path = Object.keys(other.release.apis ?? {}).find((each) => overlap(each, base));
      if (path !== undefined) return refuse(nameOf(other), path);
    }
    return [];
  });
}

/** Refuses a page's `preload` of a call that neither the shop's API nor one of the remote's own has. */
function checkPreloads(remote: RemoteVersion, { name: live, api }: Known): Finding[] {
  const ours = nameOf(remote);
  const known = Object.values(api).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  return remote.release.routes.flatMap(({ page, preload = [] }) =>
    preload
      .filter((call) => !known.includes(call) && !isOwn(remote, call))
      .map((call) => {
        const message = `The page “${page}” in remote.json of ${ours} preloads ${call}, which is not a GET call without parameters of the API of ${live}. Correct it.`;
        return refusal('api', ours, message, { file: 'remote.json', live, flag: '--anyway' });
      }),
  );
}

/**
 * Checks each live remote's calls and heads against the API of the live shell if the remote or the shell is new, and
 * its preloads if the remote is new. Responses must have the fields that the remote was built for.
 */
export async function checkApi({ shell, remotes, changed }: Live): Promise<Finding[]> {
  const { api = {} } = (shell && (await readTypes(shell.folder))?.index) ?? {};
  // A shell without an endpoint table uses another kind of API, which can't be checked.
  if (!shell || Object.keys(api).length === 0) return [];
  const known = { name: nameOfShell(shell), api };
  const findings = remotes.map(async (remote) => {
    const isNew = changed.has(nameOf(remote));
    if (!isNew && !changed.has(known.name)) return [];
    return [
      ...(await checkCalls(livePiece(remote), known, isNew)),
      ...(await checkHeads(remote, known)),
      ...(isNew ? checkPreloads(remote, known) : []),
      ...checkOwnApis(remote, remotes, known),
    ];
  });
  return (await Promise.all(findings)).flat();
}

/**
 * Checks the calls of live pieces and the heads of remotes against a server's API. Responses must have the fields that
 * the piece was built for.
 */
export async function checkServedApi(
  shell: ShellVersion,
  remotes: readonly RemoteVersion[],
  served: Known,
): Promise<Finding[]> {
  const findings = [
    ...livePieces({ shell, remotes }).map((caller) => checkCalls(caller, served, false)),
    ...remotes.map((remote) => checkHeads(remote, served)),
  ];
  // No pointer moves here, so there is no option to allow it.
  return (await Promise.all(findings)).flat().map(({ flag: _, ...finding }) => finding);
}
