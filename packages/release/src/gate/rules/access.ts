import { type DeclaredRoute, matchRoute, type PublishedRemote } from '@patchwork/federation';
import type { Finding, RemoteVersion } from '../gate.ts';
import { nameOf, releaseName } from '../words.ts';
import { commonAddress } from './addresses.ts';

type Access = DeclaredRoute['access'];

/** A higher number lets fewer people in. */
const strictness: Record<Access, number> = { open: 0, visitor: 1, login: 2 };

const audience: Record<Access, string> = {
  open: 'everyone',
  visitor: 'visitors who are not logged in',
  login: 'logged-in shoppers only',
};

/** What visitors could open before. */
export interface EarlierVersions {
  /** Of every remote what was live, canaries too. */
  readonly live: readonly PublishedRemote[];
  /** What was live before that: a guard counts even when no remote had the route for a while. */
  readonly previous: readonly PublishedRemote[];
}

export interface AccessCheck {
  /** What is to become stable or canary. */
  readonly remote: RemoteVersion;
  readonly earlier: EarlierVersions;
  /** Every other remote's live versions, canaries too; of those published with it the new ones. */
  readonly others: readonly RemoteVersion[];
}

/**
 * The pages to which the guards send those who may not open another page, and whether these are logged in:
 * `redirectFor` of the domain.
 */
const refuges: Readonly<Record<string, { readonly access: Access; readonly who: string }>> = {
  login: { access: 'login', who: 'those who are not logged in' },
  'product-list': { access: 'visitor', who: 'those who are logged in' },
};

/** A page to which a guard redirects, and whose own guard would redirect again, without end. */
export function checkRefuges(remote: RemoteVersion): Finding[] {
  const ours = nameOf(remote);
  return remote.release.routes
    .filter(({ page, access }) => Object.hasOwn(refuges, page) && refuges[page]?.access === access)
    .map(({ page, access }): Finding => {
      const message = `remote.json of ${ours} gives the page “${page}” the access “${access}”, but the shop’s guards send ${refuges[page]?.who} there: they would be redirected without end. Give it the access “open”${page === 'login' ? ' or “visitor”' : ''}.`;
      return { severity: 'refusal', rule: 'access', file: 'remote.json', message, ours };
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
  /** Whether the guard was live until now. */
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

/** Every address that may go to another route than before: those that an old and a new route have in common. */
function commonAddresses(old: readonly string[], recent: readonly string[]): string[] {
  return old.flatMap((one) => recent.flatMap((other) => commonAddress(one, other) ?? []));
}

/**
 * A guarded address stays guarded: neither its route's new access opens it, nor a route that replaces
 * it, in whatever remote. A removed route opens nothing by itself.
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
    const live = matchRoute(earlier.live, address);
    const before = live ?? matchRoute(earlier.previous, address);
    const after = matchRoute(next, address);
    if (!before || !after) return [];
    // What another remote opens in the same step is that remote's refusal.
    const isGivenUp = before.remote.id === id && known.has(releaseName(after.remote));
    if (after.remote !== remote.release && !isGivenUp) return [];
    if (strictness[after.route.access] >= strictness[before.route.access]) return [];
    const message = describeLoosened({ ours, before, after, wasLive: live !== undefined });
    const flag = `--allow-access ${after.route.path}`;
    const names = { ours, live: releaseName(before.remote), flag };
    return [{ severity: 'refusal', rule: 'access', file: 'remote.json', message, ...names }];
  });
  // Two routes may have several addresses in common.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}
