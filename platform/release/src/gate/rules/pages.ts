import {
  commonAddress,
  type DeclaredRoute,
  isParameter,
  matchRoute,
  overlap,
  ownsRest,
  type PublishedRemote,
  type ShellJson,
  segmentsOf,
} from '@patchwork/host';
import { type Finding, refusal } from '../../findings.ts';
import {
  type Live,
  type LivePiece,
  livePieces,
  lostIn,
  nameOf,
  type RemoteVersion,
  releaseName,
} from '../live.ts';
import { readTypes, type TypesIndex } from '../types/types-index.ts';

type Access = DeclaredRoute['access'];

/** Strictness of each access: a higher number admits fewer people. */
const strictness: Record<Access, number> = { open: 0, visitor: 1, login: 2 };

const audience: Record<Access, string> = {
  open: 'everyone',
  visitor: 'visitors who are not logged in',
  login: 'logged-in shoppers only',
};

export interface AccessCheck {
  /** Version to become stable or canary. */
  readonly remote: RemoteVersion;
  /** Versions that visitors could open before the pointers move. */
  readonly earlier: {
    /** Live versions of all remotes before the pointers move, including canaries. */
    readonly live: readonly PublishedRemote[];
    /** Versions that were live earlier. Their guards still count for addresses that no version in `live` has. */
    readonly previous: readonly PublishedRemote[];
  };
  /** Versions of the other remotes that are live after the pointers have moved, including canaries. */
  readonly others: readonly RemoteVersion[];
}

const redirected = {
  login: { who: 'those who are not logged in', advice: '“open” or “visitor”' },
  visitor: { who: 'those who are logged in', advice: '“open”' },
} as const;

/** Refuses a page if the shell's guard redirects to it and its own guard would redirect again, endlessly. */
export function checkRefuges(
  remote: RemoteVersion,
  { redirects = {} }: Pick<ShellJson, 'redirects'>,
  ours = nameOf(remote),
): Finding[] {
  const name = nameOf(remote);
  return remote.release.routes.flatMap(({ page, access }) => {
    if (access === 'open' || redirects[access] !== page) return [];
    const { who, advice } = redirected[access];
    const message = `remote.json of ${name} gives the page “${page}” the access “${access}”, but the shell’s guard sends ${who} there: they would be redirected endlessly. Give it the access ${advice}.`;
    const live = ours === name ? {} : { live: name };
    return [refusal('access', ours, message, { file: 'remote.json', ...live })];
  });
}

interface Owner {
  readonly remote: PublishedRemote;
  readonly route: DeclaredRoute;
}

interface Loosened {
  readonly ours: string;
  readonly before: Owner;
  readonly after: Owner;
  readonly wasLive: boolean;
}

function describeLoosened({ ours, before, after, wasLive }: Loosened): string {
  const [was, now] = [before.route, after.route];
  const owner = releaseName(after.remote);
  const opens =
    owner === ours
      ? `opens ${now.path} to ${audience[now.access]}`
      : `leaves ${was.path} to ${now.path} of ${owner}, which is for ${audience[now.access]}`;
  const live = `${releaseName(before.remote)}, which ${wasLive ? 'is' : 'was'} live`;
  const guarded = was.path === now.path ? 'it' : was.path;
  return `remote.json of ${ours} ${opens}; in ${live}, ${guarded} is for ${audience[was.access]} (access “${was.access}” became “${now.access}”). Put the guard back.`;
}

const pathsOf = (releases: readonly PublishedRemote[]): string[] =>
  releases.flatMap(({ routes }) => routes.map(({ path }) => path));

/**
 * Lists addresses that may lead to another route than before: one for each pair of an old and a recent path that
 * overlap.
 */
function commonAddresses(old: readonly string[], recent: readonly string[]): string[] {
  return old.flatMap((one) => recent.flatMap((other) => commonAddress(one, other) ?? []));
}

/**
 * Refuses a move that opens a guarded address, because the address's route gets a weaker access, or because a less
 * guarded route of any remote takes over the address. Removing a route opens nothing.
 */
export function checkAccess(check: AccessCheck): Finding[] {
  const { remote, earlier, others } = check;
  const { id } = remote.release;
  const ours = nameOf(remote);
  const next = [remote, ...others].map(({ release }) => release);
  const ownBefore = earlier.live.filter((release) => release.id === id);
  const addresses = new Set([
    ...commonAddresses(pathsOf([...earlier.live, ...earlier.previous]), pathsOf([remote.release])),
    ...commonAddresses(pathsOf(ownBefore), pathsOf(next)),
  ]);
  const known = new Set(earlier.live.map(releaseName));
  const findings = [...addresses].flatMap((address): Finding[] => {
    const now = matchRoute(earlier.live, address);
    const before = now ?? matchRoute(earlier.previous, address);
    const after = matchRoute(next, address);
    if (!before || !after) return [];
    // If another remote in this move opens the route, that remote's check refuses it.
    const isGivenUp = before.remote.id === id && known.has(releaseName(after.remote));
    if (after.remote !== remote.release && !isGivenUp) return [];
    if (strictness[after.route.access] >= strictness[before.route.access]) return [];
    const message = describeLoosened({ ours, before, after, wasLive: now !== undefined });
    const flag = `--allow-access ${after.route.path}`;
    const live = releaseName(before.remote);
    return [refusal('access', ours, message, { file: 'remote.json', live, flag })];
  });
  // Two routes may have several addresses in common.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

/** Returns all addresses of a remote: current and former paths of its pages. */
const addressesOf = ({ routes }: Pick<PublishedRemote, 'routes'>) =>
  routes.flatMap(({ path, from = [] }) => [
    { path, what: 'route' },
    ...from.map((old) => ({ path: old, what: 'old address' })),
  ]);

/** Checks that each page and each address belongs to a single remote. */
export function checkRoutes(remote: RemoteVersion, others: readonly RemoteVersion[]): Finding[] {
  const ours = nameOf(remote);
  return others.flatMap((other) => {
    const live = nameOf(other);
    const refuse = (claim: string, advice: string) => {
      const message = `remote.json of ${ours} declares ${claim}. ${advice}, or release ${other.release.id} without it first.`;
      return refusal('routes', ours, message, { file: 'remote.json', live });
    };
    const taken = addressesOf(remote.release).flatMap(({ path, what }) => {
      const theirs = addressesOf(other.release).find((each) => overlap(path, each.path));
      if (!theirs) return [];
      const below = (inner: string, outer: string) => ownsRest(outer) && !ownsRest(inner);
      if (below(theirs.path, path))
        return [
          refuse(
            `the ${what} ${path}, which has ${theirs.path} of ${live} below it`,
            'Choose another path',
          ),
        ];
      if (below(path, theirs.path))
        return [
          refuse(
            `the ${what} ${path}, which is below ${theirs.path} of ${live}`,
            'Choose another path',
          ),
        ];
      const as = path === theirs.path ? '' : ` as ${theirs.path}`;
      return [refuse(`the ${what} ${path}, which is live in ${live}${as}`, 'Choose another path')];
    });
    const names = remote.release.routes
      .filter(({ path }) => !addressesOf(other.release).some((each) => overlap(path, each.path)))
      .filter(({ page }) => other.release.routes.some((route) => route.page === page))
      .map(({ page }) =>
        refuse(`the page “${page}”, which is live in ${live}`, 'Choose another name'),
      );
    return [...taken, ...names];
  });
}

const shapeOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : segment.toLowerCase()))
    .join('/');

/** Warns of a page that moves without a redirect from the path that bookmarks and search engines know. */
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
        const isCovered = now && matchRoute([{ routes: [now] }], path) !== undefined;
        if (!now || isCovered || !names.includes(shapeOf(path))) return [];
        const was = releaseName(release);
        const message = `remote.json of ${ours} moves the page “${page}” to ${now.path}: at ${path}, where it is in ${was}, bookmarks and search engines would find “Page not found”. Redirect the old address: "from": ["${path}"] at the route.`;
        return [
          { severity: 'warning', rule: 'routes', file: 'remote.json', message, ours, live: was },
        ];
      }),
  );
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

/** Warns of a route that consists of parameters only: it also matches undeclared addresses, such as mistyped ones. */
export function warnOfCatchAll(remote: RemoteVersion): Finding[] {
  const ours = nameOf(remote);
  const isCatchAll = ({ path }: DeclaredRoute) =>
    segmentsOf(path).length > 0 && segmentsOf(path).every(isParameter);
  return remote.release.routes.filter(isCatchAll).map(({ page, path }): Finding => {
    const example = '/any-word'.repeat(segmentsOf(path).length);
    const message = `remote.json of ${ours} declares the route ${path}, which also matches undeclared addresses with as many segments: ${example} would show the page “${page}” instead of “Page not found”. Begin the path with a fixed word: /${page}${path}.`;
    return { severity: 'warning', rule: 'routes', file: 'remote.json', message, ours };
  });
}

interface Linking extends Pick<LivePiece, 'id' | 'name'> {
  readonly links: TypesIndex['links'];
}

const readLinking = (live: Live): Promise<Linking[]> =>
  Promise.all(
    livePieces(live).map(async ({ id, name, folder }) => {
      const types = await readTypes(folder);
      return { id, name, links: types?.index.links ?? {} };
    }),
  );

/**
 * Lists as text the pages that a version links to and for which `isMeant` is true, each with the source files of the
 * links: '“cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx)'. Returns '' if there are none.
 */
function placesOf({ links }: Linking, isMeant: (page: string) => boolean): string {
  const pages = Object.entries(links).filter(([page]) => isMeant(page));
  return pages.map(([page, files]) => `“${page}” (${Object.keys(files).join(', ')})`).join(', ');
}

const lead = 'These links lead to “Page not found”.';

const refuse = (message: string, ours: string, live: string): Finding =>
  refusal('links', ours, message, { live, flag: '--anyway' });

/** Refuses to remove, rename or withdraw a page that another live version links to. */
function checkLost(live: Live, linking: readonly Linking[]): Finding[] {
  const lost = lostIn(live, ({ routes }) => routes.map(({ page }) => page));
  return lost.flatMap(({ id, ours, isWithdrawn, names }) =>
    linking
      .filter((other) => other.id !== id && !live.changed.has(other.name))
      .flatMap((other): Finding[] => {
        const places = placesOf(other, (page) => names.includes(page));
        if (places === '') return [];
        const what = isWithdrawn
          ? `Without ${ours} there are no pages that ${other.name} links to`
          : `${ours} no longer has pages that ${other.name} links to`;
        const advice = isWithdrawn ? 'Give them to another remote' : 'Keep their names';
        const message = `${what}: ${places}. ${lead} ${advice}, or release ${other.id} without the links first.`;
        return [refuse(message, ours, other.name)];
      }),
  );
}

/** Refuses links to another remote's page if they lack a parameter of the page's path. */
function checkParameters({ remotes, changed }: Live, linking: readonly Linking[]): Finding[] {
  function compare(owner: RemoteVersion, other: Linking): Finding[] {
    const [ours, { id }] = [nameOf(owner), owner.release];
    const isNew = changed.has(other.name);
    if (other.id === id || !(isNew || changed.has(ours))) return [];
    return owner.release.routes.flatMap(({ page, path }) => {
      const parameters = segmentsOf(path).filter(isParameter);
      return parameters.flatMap((parameter): Finding[] => {
        const files = Object.entries(other.links[page] ?? {})
          .filter(([, given]) => !given.includes(parameter.slice(1)))
          .map(([file]) => file);
        if (files.length === 0) return [];
        const places = `(${files.join(', ')}). ${lead}`;
        if (isNew) {
          const message = `${other.name} links to the page “${page}” of ${ours}, which is at ${path}, without ${parameter} ${places} Give the links this parameter.`;
          return [refuse(message, other.name, ours)];
        }
        const message = `remote.json of ${ours} declares the page “${page}” at ${path}, and ${other.name} links to it without ${parameter} ${places} Keep the page’s parameters, or release ${other.id} with links that give ${parameter} first.`;
        return [refuse(message, ours, other.name)];
      });
    });
  }
  return remotes.flatMap((owner) => linking.flatMap((other) => compare(owner, other)));
}

/**
 * Warns of a new version's links to pages that no live remote has. Not a refusal, because the pages may be released
 * later.
 */
function warnOfBroken({ remotes, changed }: Live, linking: readonly Linking[]): Finding[] {
  const pages = new Set(remotes.flatMap(({ release }) => release.routes.map(({ page }) => page)));
  return linking
    .filter(({ name }) => changed.has(name))
    .flatMap((piece): Finding[] => {
      const places = placesOf(piece, (page) => !pages.has(page));
      if (places === '') return [];
      const message = `${piece.name} links to pages that no live remote has: ${places}. ${lead} Release a remote with the pages first, or leave the links out.`;
      return [{ severity: 'warning', rule: 'links', message, ours: piece.name }];
    });
}

/**
 * Checks that links lead to existing pages and give the pages' parameters. Without a live remote, doesn't warn of
 * missing pages.
 */
export async function checkLinks(live: Live): Promise<Finding[]> {
  const linking = await readLinking(live);
  const broken = live.remotes.length === 0 ? [] : warnOfBroken(live, linking);
  return [...checkLost(live, linking), ...checkParameters(live, linking), ...broken];
}
