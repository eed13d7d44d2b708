import { compare as compareVersions, major } from 'semver';
import { UsageError } from '../errors.ts';
import { loadComparison } from '../gate/rules/shared.ts';
import { judgeUses } from './judge.ts';
import { type LiveUses, readLiveUses } from './live-uses.ts';
import { orderOf } from './order.ts';
import type { Manifest, PackageSource } from './package-source.ts';
import { findPeers, type Peer } from './peers.ts';
import type { JudgedUse, Need, UpgradePlan } from './upgrade-plan.ts';
import { parseWanted, type Wanted } from './wanted.ts';

export interface PlanOptions {
  /** Folder of the workspace or repository, or one for temporary files outside of both. */
  readonly workspace: string;
  /** Pieces whose sources are here. */
  readonly pieces: readonly { readonly name: string; readonly folder: string }[];
  readonly source: PackageSource;
  readonly progress: (line: string) => void;
}

const onlyRanges = 'so this answer comes from ranges alone';

interface Target {
  readonly version: string;
  readonly copy?: Manifest;
  readonly note?: string;
}

/** Finds the version that is meant, in the registry if it is there. */
async function findTarget(
  { name, spec, lowest }: Wanted,
  live: string,
  { find }: PackageSource,
): Promise<Target> {
  // The live version is what was meant, if it fits: this asks whether an upgrade is complete.
  if (live === spec || live.startsWith(`${spec}.`)) return { version: live };
  const found = await find(name, spec);
  const version = found.state === 'found' ? found.manifest.version : lowest;
  if (compareVersions(version, live) < 0) {
    throw new UsageError(
      `${name} ${version} is lower than the live ${live}: plan a newer version, or go back to an older shell with “patchwork rollback shell”`,
    );
  }
  switch (found.state) {
    case 'found':
      return { version, copy: found.manifest };
    case 'absent':
      return {
        version,
        note: `The registry has no ${name}@${spec}, ${onlyRanges}: its names, types and peers are unknown`,
      };
    case 'unreachable':
      return {
        version,
        note: `The registry can’t be reached (${found.reason}), ${onlyRanges}: its names, types and peers are unknown`,
      };
  }
}

/** Packages of other versions that would come with the wanted one, in the same release of the shell. */
const companionsOf = (peers: readonly Peer[], { copies }: LiveUses): ReadonlyMap<string, string> =>
  new Map(
    peers.flatMap(({ name, next }) =>
      next !== undefined && Object.hasOwn(copies, name) ? [[name, next] as const] : [],
    ),
  );

/**
 * Plans the upgrade of a shared package, such as 'react@20', for what is live in a release folder. Changes nothing.
 * Throws a UsageError for an unknown package, a version of another form or a lower one, a ReleaseError if no shell is
 * live.
 */
export async function planUpgrade(
  release: string,
  text: string,
  { workspace, pieces, source, progress }: PlanOptions,
): Promise<UpgradePlan> {
  const wanted = parseWanted(text);
  const { name } = wanted;
  const live = await readLiveUses(release, name);
  const liveCopy = live.copies[name] ?? '';
  progress(`looking for ${text}`);
  const { version, copy, note } = await findTarget(wanted, liveCopy, source);
  const accepts = await loadComparison();
  const isLive = version === liveCopy;
  const peers = isLive
    ? { excluding: [], unknown: [] }
    : await findPeers({ name, version, copies: live.copies, pieces }, source);
  const companions = companionsOf(peers.excluding, live);
  const judged = await judgeUses(live, {
    ...{ name, version, workspace, pieces, source, progress, companions, accepts },
    lowest: isLive ? version : wanted.lowest,
    manifest: copy,
  });
  const needs = Object.entries(copy?.peerDependencies ?? {}).flatMap(([peer, range]): Need[] => {
    const present = companions.get(peer) ?? live.copies[peer];
    return present === undefined || accepts(range, present)
      ? []
      : [{ name: peer, range, live: present }];
  });
  const isBlocking = ({ role, reasons }: JudgedUse) => role !== 'previous' && reasons.length > 0;
  const ready =
    !judged.uses.some(isBlocking) &&
    judged.shellErrors.length === 0 &&
    needs.length === 0 &&
    peers.excluding.every(({ next }) => next !== undefined);
  const unknown =
    peers.unknown.length > 0
      ? [
          `The peer ranges of ${peers.unknown.join(', ')} are unknown: not installed here in the live version, nor found in the registry`,
        ]
      : [];
  const described = {
    ...{ package: name, version, live: liveCopy, shell: live.shell, ready },
    ...{ from: judged.from, notes: [...(note ? [note] : []), ...judged.notes, ...unknown] },
    ...{ uses: judged.uses, shellErrors: judged.shellErrors, peers: peers.excluding, needs },
  };
  const isMajor = major(version) > major(liveCopy);
  return { ...described, steps: orderOf({ ...described, isMajor, lowest: wanted.lowest }) };
}
