import { satisfies, validRange } from 'semver';
import type { Finding, RemoteVersion, ShellVersion } from '../gate.ts';
import { listed, nameOf, nameOfShell } from '../words.ts';

const accepts = (range: string, version: string): boolean =>
  validRange(range) !== null && satisfies(version, range);

/** Names that are wrong for the same reason: react, react-dom and react/jsx-runtime of one version. */
function grouped(remote: RemoteVersion, shell: ShellVersion) {
  const groups = new Map<string, { names: string[]; range: string; copy: string | undefined }>();
  for (const [name, { requiredVersion: range }] of Object.entries(remote.release.shared)) {
    const copy = shell.shared[name]?.version;
    if (copy !== undefined && accepts(range, copy)) continue;
    const key = copy === undefined ? '' : `${range} ${copy}`;
    const names = [...(groups.get(key)?.names ?? []), name];
    groups.set(key, { names, range, copy });
  }
  return [...groups.values()];
}

/**
 * A remote has no copies of shared packages: the shell must share each that it imports, in a version
 * that it accepts. `ours` and `live` name what is to be released and what is live beside it.
 */
export function checkShared(
  remote: RemoteVersion,
  shell: ShellVersion,
  { ours, live }: Required<Pick<Finding, 'ours' | 'live'>>,
): Finding[] {
  return grouped(remote, shell).map(({ names, range, copy }): Finding => {
    const name = listed(names);
    const message =
      copy === undefined
        ? `${nameOf(remote)} imports ${name}, which ${nameOfShell(shell)} does not share: its modules would not load. A shell shares what it imports itself: release one that imports ${name} first, or a ${remote.release.id} that does not.`
        : `package.json of ${nameOf(remote)} accepts ${name} ${range}, but ${nameOfShell(shell)} brings ${copy}, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.`;
    return {
      severity: 'refusal',
      rule: 'shared ranges',
      file: 'package.json',
      message,
      ours,
      live,
    };
  });
}
