import {
  type DeclaredRoute,
  exactness,
  isParameter,
  type PublishedRemote,
  segmentsOf,
} from '@patchwork/federation';
import type { Finding, Live, RemoteVersion } from '../gate.ts';
import { lostIn } from '../moved.ts';
import { nameOf, releaseName } from '../words.ts';
import { commonAddress } from './addresses.ts';

/** Whether some address belongs to both, and neither is the more exact one, which would win. */
const collide = (one: string, other: string): boolean =>
  exactness(one) === exactness(other) && commonAddress(one, other) !== undefined;

/** Every address of a remote: the paths of its pages, and those that they had before. */
const addressesOf = ({ routes }: Pick<PublishedRemote, 'routes'>) =>
  routes.flatMap(({ path, from = [] }) => [
    { path, what: 'route' },
    ...from.map((old) => ({ path: old, what: 'old address' })),
  ]);

/** A page and its addresses belong to one remote. */
export function checkRoutes(remote: RemoteVersion, others: readonly RemoteVersion[]): Finding[] {
  const ours = nameOf(remote);
  return others.flatMap((other) => {
    const live = nameOf(other);
    const refuse = (claim: string, advice: string): Finding => {
      const message = `remote.json of ${ours} declares ${claim}. ${advice}, or release ${other.release.id} without it first.`;
      return { severity: 'refusal', rule: 'routes', file: 'remote.json', message, ours, live };
    };
    const taken = addressesOf(remote.release).flatMap(({ path, what }) => {
      const theirs = addressesOf(other.release).find((each) => collide(path, each.path));
      if (!theirs) return [];
      const as = path === theirs.path ? '' : ` as ${theirs.path}`;
      return [refuse(`the ${what} ${path}, which is live in ${live}${as}`, 'Choose another path')];
    });
    const names = remote.release.routes
      .filter(({ path }) => !addressesOf(other.release).some((each) => collide(path, each.path)))
      .filter(({ page }) => other.release.routes.some((route) => route.page === page))
      .map(({ page }) =>
        refuse(`the page “${page}”, which is live in ${live}`, 'Choose another name'),
      );
    return [...taken, ...names];
  });
}

/** An address without the names of its parameters. */
const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : segment.toLowerCase()))
    .join('/');

/** A page that moves to another path, and leaves nothing at the one that bookmarks and search engines know. */
export function warnOfMoved(live: Live): Finding[] {
  const lost = lostIn(live, (release) => addressesOf(release).map(({ path }) => shapeOf(path)));
  const findings = lost.flatMap(({ id, ours, names }) =>
    live.before
      .filter((release) => release.id === id)
      .flatMap((release) => release.routes.map((route) => ({ release, route })))
      .flatMap(({ release, route: { page, path } }): Finding[] => {
        const now = live.remotes
          .flatMap((remote) => remote.release.routes)
          .find((route) => route.page === page && shapeOf(route.path) !== shapeOf(path));
        if (!now || !names.includes(shapeOf(path))) return [];
        const was = releaseName(release);
        const message = `remote.json of ${ours} moves the page “${page}” to ${now.path}: at ${path}, where it is in ${was}, bookmarks and search engines would find “Page not found”. Redirect the old address: "from": ["${path}"] at the route.`;
        return [
          { severity: 'warning', rule: 'routes', file: 'remote.json', message, ours, live: was },
        ];
      }),
  );
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
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
