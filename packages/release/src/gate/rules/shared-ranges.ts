import { intersects, satisfies, validRange } from 'semver';
import type { Refusal, RemoteVersion, ShellVersion } from '../gate.ts';
import { nameOf, nameOfShell } from '../words.ts';

interface Meeting {
  readonly ours: string;
  readonly live: string;
}

const file = 'package.json';
const rule = 'shared ranges';

/** The packages that both share. */
const common = <A, B>(ours: Readonly<Record<string, A>>, theirs: Readonly<Record<string, B>>) =>
  Object.entries(ours).flatMap(([name, our]) => {
    const their = theirs[name];
    return their === undefined ? [] : [{ name, our, their }];
  });

const accepts = (range: string, version: string): boolean =>
  validRange(range) !== null && satisfies(version, range);

/** With one copy of each shared package, the shell's, every remote must accept that one's version. */
export function checkSharedWithShell(
  remote: RemoteVersion,
  shell: ShellVersion,
  meeting: Meeting,
): Refusal[] {
  return common(remote.release.shared, shell.shared)
    .filter(({ our, their }) => !accepts(our.requiredVersion, their.version))
    .map(({ name, our, their }) => {
      const message = `package.json of ${nameOf(remote)} accepts ${name} ${our.requiredVersion}, but ${nameOfShell(shell)} brings ${their.version}, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.`;
      return { rule, file, message, ...meeting };
    });
}

/**
 * What remotes take from the shell's copy stays there: without it each would run a copy of its own,
 * though it counts on there being one.
 */
export function checkStillShared(
  shell: ShellVersion,
  replaced: ShellVersion | undefined,
  remotes: readonly RemoteVersion[],
): Refusal[] {
  const ours = nameOfShell(shell);
  return remotes.flatMap((remote) => {
    const live = nameOf(remote);
    return common(remote.release.shared, replaced?.shared ?? {})
      .filter(({ name }) => !(name in shell.shared))
      .map(({ name }) => {
        const message = `package.json of ${ours} no longer shares ${name}, which ${live} takes from the shell: it would run a copy of its own. Share it again, or release ${remote.release.id} without it first.`;
        return { rule, file, message, ours, live };
      });
  });
}

const canMeet = (one: string, other: string): boolean =>
  validRange(one) !== null && validRange(other) !== null && intersects(one, other);

/** Of a package that the shell does not bring, the remotes must be able to agree on one copy. */
export function checkSharedWithOthers(
  remote: RemoteVersion,
  others: readonly RemoteVersion[],
  shell: ShellVersion | undefined,
): Refusal[] {
  const ours = nameOf(remote);
  return others.flatMap((other) => {
    const live = nameOf(other);
    return common(remote.release.shared, other.release.shared)
      .filter(({ name }) => !(name in (shell?.shared ?? {})))
      .filter(({ our, their }) => !canMeet(our.requiredVersion, their.requiredVersion))
      .map(({ name, our, their }) => {
        const message = `package.json of ${ours} accepts ${name} ${our.requiredVersion}, but ${live} accepts ${their.requiredVersion}: no version is right for both, and they share one copy. Agree on a range that both meet.`;
        return { rule, file, message, ours, live };
      });
  });
}
