import { exists } from '../bytes/files.ts';
import { canary, promote, requireCanaries } from '../commands/canary.ts';
import { check, checkVersion } from '../commands/check.ts';
import type { ReleaseContext } from '../commands/gate-question.ts';
import { list, listVersions } from '../commands/list.ts';
import { prune } from '../commands/prune.ts';
import { publish } from '../commands/publish.ts';
import { recover } from '../commands/recover.ts';
import { rollback } from '../commands/rollback.ts';
import { writePage } from '../commands/write-page.ts';
import { readRegistry, shellName } from '../folder/registry-document.ts';
import { findRelease } from '../folder/versions.ts';
import { addRemoteVersion } from '../publish/add-remote-version.ts';
import { ReleaseError, UsageError } from '../release-error.ts';
import type { Flags, Session } from './command-line.ts';
import type { Failure } from './exit-code.ts';
import * as texts from './texts.ts';

/** What a command has found out or done. */
export interface CommandResult {
  /** For scripts. */
  readonly json: object;
  /** For people. */
  readonly text: string;
  readonly failure?: Failure;
}

type Run<A extends unknown[]> = (
  session: Session,
  flags: Flags,
  ...args: A
) => Promise<CommandResult>;

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
  const text = texts.publishedTable(published, paint) + (await noteOf(context.release));
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
    text: texts.checkedText(checked, paint) + note,
    ...(isRefused && { failure: 'refused' }),
  };
};

/** The workspace's build of a remote, placed in the release folder. */
async function addBuild(session: Session, flags: Flags, name: string) {
  const { context } = session;
  const [built] = await session.readBuilds(session.choose([name], flags), flags);
  if (!built) throw new ReleaseError(`${name} is not built`);
  context.progress(`copying ${name}`);
  const { folder, types } = built;
  const placed = await addRemoteVersion({ piece: folder, types, release: context.release });
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
  const built = percent > 0 && version === undefined && (await addBuild(session, flags, id));
  const moved = await canary(context, {
    id,
    percent,
    choose: async (document) =>
      built || findRelease(context.release, document, id, version ?? 'canary'),
  });
  return { json: { canary: moved }, text: texts.canaryText(moved) };
};

export const runPromote: Run<[name: string]> = async ({ context }, flags, id) => {
  await requireNamedFolder(context, flags);
  const promoted = await promote(context, id);
  return { json: { promoted }, text: texts.promotionText(promoted) };
};

export const runRollback: Run<[name: string, version: string | undefined]> = async (
  { context },
  flags,
  name,
  version,
) => {
  await requireNamedFolder(context, flags);
  const rolledBack = await rollback(context, name, version);
  return { json: { rolledBack }, text: texts.rollbackText(rolledBack) };
};

export const runList: Run<[name: string | undefined]> = async ({ context, paint }, flags, name) => {
  await requireNamedFolder(context, flags);
  if (name === undefined) {
    const listing = await list(context.release);
    return { json: listing, text: texts.listText(listing, paint) };
  }
  const versions = await listVersions(context.release, name);
  return { json: { name, versions }, text: texts.versionsTable(versions, paint) };
};

export const runPrune: Run<[]> = async ({ context }, { keep = 5, dryRun = false }) => {
  await requireFolder(context);
  const pruned = await prune(context, { keep, dryRun });
  return { json: { dryRun, ...pruned }, text: texts.prunedText(pruned, dryRun) };
};

export const runRecover: Run<[]> = async ({ context, paint }, { dryRun = false }) => {
  await requireFolder(context);
  const recovered = await recover(context, dryRun);
  return { json: { dryRun, ...recovered }, text: texts.recoveryText(recovered, dryRun, paint) };
};

export const runWritePage: Run<[]> = async ({ context }) => {
  await requireFolder(context);
  const problems = await writePage(context);
  const text = [...problems, 'index.html is the page of this registry and this configuration'];
  return { json: { problems }, text: text.join('\n') };
};
