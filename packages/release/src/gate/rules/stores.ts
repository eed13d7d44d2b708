import type { Finding, RemoteVersion, ShellVersion } from '../gate.ts';
import { readTypes } from '../types/types-index.ts';
import { nameOf, nameOfShell } from '../words.ts';

const refuse = (message: string, ours: string, live?: string): Finding => ({
  ...{ severity: 'refusal', rule: 'stores', file: 'remote.json', message, ours },
  ...(live !== undefined && { live }),
});

const listOf = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** Names in the types of a version's folder; none where it has no types. */
const namesIn = async ({ folder }: { readonly folder: string }): Promise<readonly string[]> =>
  (await readTypes(folder))?.index.stores ?? [];

const declaredBy = ({ release }: RemoteVersion): string[] => Object.keys(release.stores ?? {});

/** A name of a stored value belongs to one piece, and a remote stores under names that it declares. */
export async function checkStores(
  remote: RemoteVersion,
  others: readonly RemoteVersion[],
  shell?: ShellVersion | undefined,
): Promise<Finding[]> {
  const ours = nameOf(remote);
  const declared = declaredBy(remote);
  const undeclared = (await namesIn(remote)).filter((name) => !declared.includes(name));
  const shells = shell ? await namesIn(shell) : [];
  const pieces = [
    ...others.map((other) => ({ live: nameOf(other), names: declaredBy(other) })),
    ...(shell ? [{ live: nameOfShell(shell), names: shells }] : []),
  ];
  const taken = pieces.flatMap(({ live, names }): Finding[] => {
    const common = declared.filter((name) => names.includes(name));
    if (common.length === 0) return [];
    const message = `remote.json of ${ours} declares the stored name ${listOf(common)}, which is ${live}’s: each would read and erase what the other has stored. Choose another name.`;
    return [refuse(message, ours, live)];
  });
  if (undeclared.length === 0) return taken;
  const message = `The code of ${ours} stores under ${listOf(undeclared)}, which its remote.json does not declare. Add it to “stores”, with its scope and its purpose.`;
  return [...taken, refuse(message, ours)];
}

/** A shell takes no name that a live remote has declared. */
export async function checkShellStores(
  shell: ShellVersion,
  remotes: readonly RemoteVersion[],
): Promise<Finding[]> {
  const ours = nameOfShell(shell);
  const names = await namesIn(shell);
  return remotes.flatMap((remote): Finding[] => {
    const common = declaredBy(remote).filter((name) => names.includes(name));
    if (common.length === 0) return [];
    const live = nameOf(remote);
    const message = `A package of ${ours} stores under ${listOf(common)}, which is ${live}’s: each would read and erase what the other has stored. Choose another name in the package.`;
    return [{ severity: 'refusal', rule: 'stores', message, ours, live }];
  });
}
