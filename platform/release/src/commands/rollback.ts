import { UsageError } from '../errors.ts';
import type { Finding } from '../findings.ts';
import { releaseName } from '../gate/live.ts';
import type { Gate, GateQuestion, ReleaseContext } from '../pointers/context.ts';
import { movePointers } from '../pointers/move-pointers.ts';
import { dropCanary, type Move, makeStable, moveOf, rollBack } from '../pointers/next-pointers.ts';
import { shellName } from '../release-folder/layout.ts';
import type { PieceVersion, Pointers } from '../release-folder/piece-pointers.ts';
import {
  liveOf,
  pointersIn,
  type RegistryDocument,
  remotesIn,
  withdrawnIn,
  withoutRemote,
  withPointers,
} from '../release-folder/registry.ts';
import { findRelease, listPublished, readPointers } from '../release-folder/versions.ts';

function requireOther({ id, stable, canary }: Pointers, version: string): void {
  if (stable.version !== version) return;
  if (canary) {
    throw new UsageError(
      `${version} is stable already, beside the canary ${canary.release.version}: “patchwork rollback ${id}” without a version ends the canary`,
    );
  }
  throw new UsageError(`${version} is the stable version of ${id} already: name another one`);
}

function requirePrevious({ id, previous: [previous] }: Pointers): string {
  if (previous) return previous.version;
  throw new UsageError(
    `${id} has no previous version to go back to. Name one: “patchwork list ${id}” shows them`,
  );
}

/** Adds the dates of the shell's versions, which registry.json lacks, from each version's release.json. */
async function withDates(release: string, pointers: Pointers): Promise<Pointers> {
  if (pointers.id !== shellName) return pointers;
  const published = await listPublished(release, shellName);
  const dates = new Map(published.map(({ version, publishedAt }) => [version, publishedAt]));
  const dated = ({ version }: PieceVersion) => ({ version, publishedAt: dates.get(version) });
  return { ...pointers, stable: dated(pointers.stable), previous: pointers.previous.map(dated) };
}

async function takeBack(
  release: string,
  document: RegistryDocument,
  pointers: Pointers,
  wanted: string | undefined,
): Promise<Pointers> {
  if (wanted === undefined && pointers.canary) return dropCanary(pointers);
  const version = wanted ?? requirePrevious(pointers);
  const target = await findRelease(release, document, pointers.id, version);
  requireOther(pointers, target.version);
  return rollBack(await withDates(release, pointers), target);
}

/** Returns the pointers of a withdrawn remote; with `wanted`, only that version, as stable. */
async function putBack(
  release: string,
  document: RegistryDocument,
  id: string,
  wanted: string | undefined,
): Promise<Pointers> {
  const withdrawn = withdrawnIn(document, id);
  if (!withdrawn) throw new UsageError(`${id} is not in this release folder`);
  if (wanted === undefined) return readPointers(release, id, withdrawn);
  return makeStable(id, undefined, await findRelease(release, document, id, wanted));
}

/**
 * Returns the version that would be stable if the last step were undone: the same as now if there is a canary; the last
 * one if the remote is withdrawn; else the previous one.
 */
function versionBefore(document: RegistryDocument, name: string): string | undefined {
  const pointers = pointersIn(document, name);
  if (!pointers) return withdrawnIn(document, name)?.stable;
  return (pointers.canary ? pointers.stable : pointers.previous[0])?.version;
}

/**
 * Undoes the last step of a remote or the shell: restores a withdrawn remote, ends a canary, or returns to the previous
 * version. With `wanted`, makes that version stable. Returning to what was live before needs no option: refusals that
 * an option would allow are only warnings. Throws a UsageError if there is no version to return to.
 */
export async function rollback(
  context: ReleaseContext,
  name: string,
  wanted: string | undefined,
): Promise<Move> {
  return movePointers(context, `rollback ${name}`, async (before) => {
    const release = context.store.folder;
    const pointers = pointersIn(before, name);
    const next = pointers
      ? await takeBack(release, before, pointers, wanted)
      : await putBack(release, before, name, wanted);
    const isWayBack = next.stable.version === versionBefore(before, name);
    return { after: withPointers(before, next), isWayBack, result: moveOf(pointers, next) };
  });
}

export interface Withdrawal {
  readonly name: string;
  readonly before: string;
  readonly endedCanary: string | undefined;
}

function requireLive(document: RegistryDocument, id: string) {
  if (id === shellName) throw new UsageError('The shell can’t be withdrawn: every page needs it');
  const pointers = pointersIn(document, id);
  if (pointers) return pointers;
  const withdrawn = withdrawnIn(document, id);
  throw new UsageError(
    withdrawn
      ? `${id} is withdrawn already, since ${withdrawn.withdrawnAt}: “patchwork rollback ${id}” restores it`
      : `${id} is not in this release folder: “patchwork list” shows what is`,
  );
}

/**
 * Warns of a remote's fragments, which visitors would no longer get if the remote were withdrawn. The gate itself
 * reports other remotes' fragments in this remote's slots.
 */
function findMissing({ before }: GateQuestion, id: string): Finding[] {
  const leaving = remotesIn(before).filter((remote) => remote.id === id);
  // A fragment of both stable and canary is listed once.
  const versions = leaving.flatMap(liveOf).toReversed();
  const bySlot = versions.flatMap((remote) =>
    Object.entries(remote.fragments).map(([slot, { module }]): [string, Finding] => {
      const ours = releaseName(remote);
      const message = `${ours} fills the slot “${slot}” with the fragment ${module}: visitors would no longer get it.`;
      return [slot, { severity: 'warning', rule: 'slots', file: 'remote.json', message, ours }];
    }),
  );
  return [...new Map(bySlot).values()];
}

const extend =
  (gate: Gate, id: string): Gate =>
  async (question) => [...(await gate(question)), ...findMissing(question, id)];

/**
 * Withdraws a remote from all visitors in one step. Its files stay for open pages, and `rollback` restores it. Throws a
 * UsageError if the remote is not live, a RefusedError if a live piece links to it or fills one of its slots, unless
 * --anyway is given.
 */
export async function withdraw(context: ReleaseContext, id: string): Promise<Withdrawal> {
  const extended = { ...context, gate: extend(context.gate, id) };
  return movePointers(extended, `withdraw ${id}`, async (before) => {
    const pointers = requireLive(before, id);
    const { stable, canary } = pointers;
    const result = { name: id, before: stable.version, endedCanary: canary?.release.version };
    return { after: withoutRemote(before, pointers), result };
  });
}
