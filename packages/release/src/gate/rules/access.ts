import { type DeclaredRoute, matchRoute } from '@patchwork/federation';
import type { Refusal, RemoteVersion } from '../gate.ts';
import { nameOf } from '../words.ts';

type Access = DeclaredRoute['access'];

/** How many people a guard keeps out. */
const strictness: Record<Access, number> = { open: 0, visitor: 1, login: 2 };

const people: Record<Access, string> = {
  open: 'everyone',
  visitor: 'visitors who are not logged in',
  login: 'logged-in shoppers only',
};

/** An address that belongs to the route and to no more exact one. */
const addressOf = (path: string): string => path.replaceAll(/:\w+/g, '~');

interface AccessCheck {
  readonly remote: RemoteVersion;
  /** What is live in its place. */
  readonly replaced?: RemoteVersion | undefined;
  readonly others: readonly RemoteVersion[];
  /** The routes that may be loosened. */
  readonly allowAccess?: readonly string[];
}

const released = (versions: readonly RemoteVersion[]) => versions.map(({ release }) => release);

/**
 * Nobody gets to an address that was guarded from them: neither by its route's new access, nor by a
 * route that takes its place. A route that is gone opens nothing.
 */
export function checkAccess(check: AccessCheck): Refusal[] {
  const { remote, replaced, others, allowAccess = [] } = check;
  const known = replaced ? [replaced, ...others] : others;
  const routes = [...(replaced?.release.routes ?? []), ...remote.release.routes];
  const addresses = new Set(routes.map(({ path }) => addressOf(path)));
  const ours = nameOf(remote);
  return [...addresses].flatMap((address): Refusal[] => {
    const before = matchRoute(released(known), address);
    const after = matchRoute(released([remote, ...others]), address);
    if (!before || !after || after.remote !== remote.release) return [];
    if (strictness[after.route.access] >= strictness[before.route.access]) return [];
    const { path } = after.route;
    if (allowAccess.includes(path)) return [];
    const live = `${before.remote.id} ${before.remote.version}`;
    const was = people[before.route.access];
    const now = people[after.route.access];
    const message = `remote.json of ${ours} opens ${path} to ${now}; in ${live}, which is live, it is for ${was} (access “${before.route.access}” became “${after.route.access}”). Put the guard back, or say that it is meant: --allow-access ${path}`;
    return [{ rule: 'access', file: 'remote.json', message, ours, live }];
  });
}
