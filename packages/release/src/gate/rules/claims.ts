import { type DeclaredRoute, exactness, isParameter, segmentsOf } from '@patchwork/federation';
import type { Finding, RemoteVersion } from '../gate.ts';
import { nameOf } from '../words.ts';
import { commonAddress } from './addresses.ts';

/** Whether some address belongs to both, and neither is the more exact one, which would win. */
const collide = (one: string, other: string): boolean =>
  exactness(one) === exactness(other) && commonAddress(one, other) !== undefined;

/** A page and its route belong to one remote, at every address. */
export function checkRoutes(remote: RemoteVersion, others: readonly RemoteVersion[]): Finding[] {
  const ours = nameOf(remote);
  return others.flatMap((other) => {
    const live = nameOf(other);
    const refuse = ({ page, path }: DeclaredRoute): Finding[] => {
      const taken = other.release.routes.find((route) => collide(path, route.path));
      const isPageTaken = other.release.routes.some((route) => route.page === page);
      if (!taken && !isPageTaken) return [];
      const claim = taken
        ? `declares the route ${path}, which is live in ${live}${path === taken.path ? '' : ` as ${taken.path}`}. Choose another path`
        : `declares the page “${page}”, which is live in ${live}. Choose another name`;
      const message = `remote.json of ${ours} ${claim}, or release ${other.release.id} without it first.`;
      return [{ severity: 'refusal', rule: 'routes', file: 'remote.json', message, ours, live }];
    };
    return remote.release.routes.flatMap(refuse);
  });
}

/** A route of parameters only also takes addresses that no remote declares, typing mistakes among them. */
export function warnOfCatchAll(remote: RemoteVersion): Finding[] {
  const ours = nameOf(remote);
  const isCatchAll = ({ path }: DeclaredRoute) =>
    segmentsOf(path).length > 0 && segmentsOf(path).every(isParameter);
  return remote.release.routes.filter(isCatchAll).map(({ page, path }): Finding => {
    const example = '/any-word'.repeat(segmentsOf(path).length);
    const message = `remote.json of ${ours} declares the route ${path}, which takes every address of its length that no other route spells out: ${example} shows its page “${page}” in place of “Page not found”. Begin the path with a fixed word: /${page}${path}.`;
    return { severity: 'warning', rule: 'routes', file: 'remote.json', message, ours };
  });
}
