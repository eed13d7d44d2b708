import { exists } from '../bytes/files.ts';
import { readRegistry } from '../folder/registry-document.ts';
import { findRelease, shellName } from '../folder/versions.ts';
import { canary, promote, requireCanaries } from '../moves/canary.ts';
import { check, checkVersion } from '../moves/check.ts';
import { diff } from '../moves/diff.ts';
import type { ReleaseContext } from '../moves/gate-question.ts';
import { list, listVersions } from '../moves/list.ts';
import { prune } from '../moves/prune.ts';
import { publish } from '../moves/publish.ts';
import { restitch } from '../moves/restitch.ts';
import { rollback } from '../moves/rollback.ts';
import { placeRemote } from '../place/place-remote.ts';
import { ReleaseError, UsageError } from '../release-error.ts';
import * as tell from './answers.ts';
import type { Flags, Session } from './command-line.ts';
import type { Failure } from './exit-code.ts';

/** What a command has found out or done. */
export interface Answer {
  /** For scripts. */
  readonly json: object;
  /** For people. */
  readonly text: string;
  readonly failure?: Failure;
}

type Run<A extends unknown[]> = (session: Session, flags: Flags, ...args: A) => Promise<Answer>;

async function requireFolder({ release }: ReleaseContext): Promise<void> {
  if (await exists(release)) return;
  throw new UsageError(`${release}: there is no such folder. A publication makes it`);
}

/** A mistyped --to must not pass for a folder where nothing is published yet. */
async function requireNamedFolder(context: ReleaseContext, { to }: Flags): Promise<void> {
  if (to !== undefined) await requireFolder(context);
}

/** What a gate without a shell could not say. */
async function noteOf(release: string, refused = false): Promise<string> {
  const { shell } = await readRegistry(release);
  return shell || refused
    ? ''
    : '\nNo shell is live here: whether it fits one is asked when a shell is published.';
}

export const runPublish: Run<[names: string[]]> = async (session, flags, names) => {
  const { context, paint } = session;
  const pieces = await session.readBuilds(session.choose(names, flags), flags);
  const published = await publish(context, pieces);
  const text = tell.tellPublished(published, paint) + (await noteOf(context.release));
  return { json: { published }, text };
};

export const runCheck: Run<[name: string | undefined, version: string | undefined]> = async (
  session,
  flags,
  name,
  version,
) => {
  const { context, paint } = session;
  const names = name === undefined ? [] : [name];
  const checked =
    name !== undefined && version !== undefined
      ? await checkVersion(context, name, version)
      : await check(context, await session.readBuilds(session.choose(names, flags), flags));
  const isRefused = checked.refusals.length > 0;
  const note = await noteOf(context.release, isRefused || checked.names.includes(shellName));
  return {
    json: checked,
    text: tell.tellChecked(checked, paint) + note,
    ...(isRefused && { failure: 'refused' }),
  };
};

/** The workspace's build of a remote, placed in the release folder. */
async function placeBuild(session: Session, flags: Flags, name: string) {
  const { context } = session;
  const [built] = await session.readBuilds(session.choose([name], flags), flags);
  if (!built) throw new ReleaseError(`${name} is not built`);
  context.progress(`copying ${name}`);
  const { folder, types } = built;
  const placed = await placeRemote({ piece: folder, types, release: context.release });
  return placed.version;
}

export const runCanary: Run<[name: string, percent: number, version: string | undefined]> = async (
  session,
  flags,
  id,
  percent,
  version,
) => {
  const { context } = session;
  requireCanaries(id);
  const built = percent > 0 && version === undefined && (await placeBuild(session, flags, id));
  const moved = await canary(context, {
    id,
    percent,
    choose: async (document) =>
      built || findRelease(context.release, document, id, version ?? 'canary'),
  });
  return { json: { canary: moved }, text: tell.tellCanary(moved) };
};

export const runPromote: Run<[name: string]> = async ({ context }, flags, id) => {
  await requireNamedFolder(context, flags);
  const promoted = await promote(context, id);
  return { json: { promoted }, text: tell.tellPromotion(promoted) };
};

export const runRollback: Run<[name: string, version: string | undefined]> = async (
  { context },
  flags,
  name,
  version,
) => {
  await requireNamedFolder(context, flags);
  const rolledBack = await rollback(context, name, version);
  return { json: { rolledBack }, text: tell.tellRollback(rolledBack) };
};

export const runList: Run<[name: string | undefined]> = async ({ context, paint }, flags, name) => {
  await requireNamedFolder(context, flags);
  if (name === undefined) {
    const listing = await list(context.release);
    return { json: listing, text: tell.tellList(listing, paint) };
  }
  const versions = await listVersions(context.release, name);
  return { json: { name, versions }, text: tell.tellVersions(versions, paint) };
};

export const runDiff: Run<[name: string, a: string, b: string]> = async (
  { context, paint },
  flags,
  name,
  a,
  b,
) => {
  await requireNamedFolder(context, flags);
  const difference = await diff(context.release, name, [a, b]);
  return { json: { difference }, text: tell.tellDifference(difference, paint) };
};

export const runPrune: Run<[]> = async ({ context }, { keep = 5, dryRun = false }) => {
  await requireFolder(context);
  const pruned = await prune(context, { keep, dryRun });
  return { json: { dryRun, ...pruned }, text: tell.tellPruned(pruned, dryRun) };
};

export const runStitch: Run<[]> = async ({ context }) => {
  await requireFolder(context);
  const problems = await restitch(context);
  const text = [...problems, 'index.html is the page of this registry and this configuration'];
  return { json: { problems }, text: text.join('\n') };
};
