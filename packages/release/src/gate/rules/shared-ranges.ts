import { satisfies, validRange } from 'semver';
import type { Finding, RemoteVersion, ShellVersion } from '../gate.ts';
import { nameOf, nameOfShell } from '../words.ts';

const accepts = (range: string, version: string): boolean =>
  validRange(range) !== null && satisfies(version, range);

/**
 * A remote has no copies of shared packages: the shell must share each that it imports, in a version
 * that it accepts. `ours` and `live` name what is to be released and what is live beside it.
 */
export function checkShared(
  remote: RemoteVersion,
  shell: ShellVersion,
  { ours, live }: Required<Pick<Finding, 'ours' | 'live'>>,
): Finding[] {
  return Object.entries(remote.release.shared).flatMap(([name, { requiredVersion }]): Finding[] => {
    const copy = shell.shared[name];
    if (copy && accepts(requiredVersion, copy.version)) return [];
    const message = copy
      ? `package.json of ${nameOf(remote)} accepts ${name} ${requiredVersion}, but ${nameOfShell(shell)} brings ${copy.version}, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.`
      : `${nameOf(remote)} imports ${name}, which ${nameOfShell(shell)} does not share: its modules would not load. A shell shares what it imports itself: release one that imports ${name} first, or a ${remote.release.id} that does not.`;
    return [
      { severity: 'refusal', rule: 'shared ranges', file: 'package.json', message, ours, live },
    ];
  });
}
