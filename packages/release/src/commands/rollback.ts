import {
  type RegistryDocument,
  remoteIn,
  withRemote,
  withShell,
} from '../folder/registry-document.ts';
import { readShellRelease } from '../folder/shell-folder.ts';
import { findRelease, findVersion, pointersOf, shellName } from '../folder/versions.ts';
import { UsageError } from '../release-error.ts';
import type { ReleaseContext } from './gate-question.ts';
import { movePointers, type Plan } from './move-pointers.ts';
import { dropCanary, rollBack, rollShellBack } from './pointers.ts';

export interface Rollback {
  readonly name: string;
  /** What every visitor has now. */
  readonly version: string;
  /** What every visitor had before; the same version when only a canary was ended. */
  readonly before: string;
  /** The canary that this ended. */
  readonly endedCanary: string | undefined;
}

function requireOther(
  name: string,
  { live, version, canary }: { live: string; version: string; canary?: string | undefined },
): void {
  if (live !== version) return;
  if (canary !== undefined) {
    throw new UsageError(
      `${version} is stable already, beside the canary ${canary}: “pnpm release rollback ${name}” without a version ends the canary`,
    );
  }
  throw new UsageError(`${version} is what every visitor of ${name} has already`);
}

/** Throws a UsageError when there is nothing to go back to. */
function requirePrevious(document: RegistryDocument, name: string): string {
  const [previous] = pointersOf(document, name).previous;
  if (previous !== undefined) return previous;
  throw new UsageError(
    `${name} has no previous version to go back to. Name one: “pnpm release list ${name}” shows them`,
  );
}

function requireLive(document: RegistryDocument, name: string): string {
  const { stable } = pointersOf(document, name);
  if (stable !== undefined) return stable;
  throw new UsageError(`${name} is not in this release folder`);
}

async function planShell(
  release: string,
  before: RegistryDocument,
  wanted: string,
): Promise<Plan<Rollback>> {
  const live = requireLive(before, shellName);
  const version = await findVersion(release, before, shellName, wanted);
  requireOther(shellName, { live, version });
  await readShellRelease(release, version);
  const shell = rollShellBack(before.shell ?? { version, previous: [] }, version);
  const result = { name: shellName, version, before: live, endedCanary: undefined };
  return { after: withShell(before, shell), result };
}

async function planRemote(
  release: string,
  before: RegistryDocument,
  id: string,
  wanted: string | undefined,
): Promise<Plan<Rollback>> {
  const live = requireLive(before, id);
  const remote = remoteIn(before, id);
  if (!remote) throw new UsageError(`${id} is not in this release folder`);
  const endedCanary = remote.canary?.release.version;
  if (wanted === undefined && endedCanary !== undefined) {
    const result = { name: id, version: live, before: live, endedCanary };
    return { after: withRemote(before, dropCanary(remote)), result };
  }
  const chosen = wanted ?? requirePrevious(before, id);
  const target = await findRelease(release, before, id, chosen);
  requireOther(id, { live, version: target.version, canary: endedCanary });
  const result = { name: id, version: target.version, before: live, endedCanary };
  return { after: withRemote(before, rollBack(remote, target)), result };
}

/**
 * Takes back the last step of a remote or the shell: ends its canary, or without one goes back to
 * the version before. With a version, goes to that one.
 */
export async function rollback(
  context: ReleaseContext,
  name: string,
  wanted: string | undefined,
): Promise<Rollback> {
  const { release } = context;
  return movePointers(context, `rollback ${name}`, async (before) =>
    name === shellName
      ? planShell(release, before, wanted ?? requirePrevious(before, name))
      : planRemote(release, before, name, wanted),
  );
}
