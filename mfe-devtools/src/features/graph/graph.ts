import type { ActiveRemotes } from '@patchwork/host';
import type { LoadRecord, SharedUse } from '@patchwork/host/devtools';
import type { CallRecord } from '@patchwork/kit/devtools';

/** Region of the page that a piece renders. */
export interface Region {
  readonly owner: string;
  readonly version: string;
  /** Slot that the region fills; undefined for a page. */
  readonly slot: string | undefined;
}

export const regionOf = ({ dataset }: HTMLElement): Region => ({
  owner: dataset.boundary ?? '',
  version: dataset.version ?? '',
  slot: dataset.slot,
});

/** Something that a piece uses, and the other pieces on this page that use it too. */
export interface Use {
  readonly name: string;
  readonly others: readonly string[];
}

/** A piece of the page, with what it shows and uses. */
export interface Node {
  readonly id: string;
  readonly version: string;
  /** What it shows on the page: 'page', or the names of slots. */
  readonly places: readonly string[];
  readonly modules: readonly string[];
  /** Packages, each with its version and where it comes from. */
  readonly shared: readonly Use[];
  /** Calls of the API, by name. */
  readonly calls: readonly Use[];
}

interface Page {
  readonly active: ActiveRemotes;
  readonly regions: readonly Region[];
  readonly loads: readonly LoadRecord[];
  readonly calls: readonly CallRecord[];
  readonly sharedBy: (remoteId: string) => readonly SharedUse[];
}

/** Returns what each owner uses, with the other owners of the same name. */
function usesOf(pairs: readonly (readonly [owner: string, name: string])[], id: string): Use[] {
  const own = new Set(pairs.filter(([owner]) => owner === id).map(([, name]) => name));
  return [...own].sort().map((name) => {
    const owners = pairs.filter((pair) => pair[1] === name).map(([owner]) => owner);
    return { name, others: [...new Set(owners)].filter((owner) => owner !== id).sort() };
  });
}

const packageText = ({ name, got, from }: SharedUse): string =>
  `${name} ${got ?? 'not used yet'}${from ? ` (${from})` : ''}`;

/** Returns the pieces that have code on the page, the shell first, and what they have in common. */
export function graphOf({ active, regions, loads, calls, sharedBy }: Page): readonly Node[] {
  const versionOf = (id: string) =>
    regions.find(({ owner }) => owner === id)?.version ??
    active.remotes.find((remote) => remote.id === id)?.version ??
    '';
  const loaded = new Set(loads.map(({ remoteId }) => remoteId));
  const ids = ['shell', ...active.remotes.map(({ id }) => id).filter((id) => loaded.has(id))];
  // The shell provides the packages.
  const packages = ids
    .slice(1)
    .flatMap((id) => sharedBy(id).map((use) => [id, packageText(use)] as const));
  const called = calls.map(({ initiator, name }) => [initiator, name] as const);
  return ids.map((id) => ({
    id,
    version: versionOf(id),
    places: regions.filter(({ owner }) => owner === id).map(({ slot }) => slot ?? 'page'),
    modules: [
      ...new Set(loads.filter(({ remoteId }) => remoteId === id).map(({ module }) => module)),
    ],
    shared: usesOf(packages, id),
    calls: usesOf(called, id),
  }));
}
