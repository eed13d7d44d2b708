import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { satisfies, validRange } from 'semver';
import {
  type Finding,
  listed,
  nameOf,
  nameOfShell,
  type RemoteVersion,
  refusal,
  type ShellVersion,
} from '../findings.ts';
import { readTypes, typesIndexFile } from '../types/types-index.ts';

const accepts = (range: string, version: string): boolean =>
  validRange(range) !== null && satisfies(version, range);

/** Groups the names that are wrong for the same reason: react, react-dom and react/jsx-runtime of one version. */
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
 * Checks that the shell shares each shared package that a remote imports, in a version that the remote accepts: a
 * remote has no copies of its own. `ours` and `live` name the version to be released and the live one beside it.
 */
export function checkShared(
  remote: RemoteVersion,
  shell: ShellVersion,
  { ours, live }: Required<Pick<Finding, 'ours' | 'live'>>,
): Finding[] {
  return grouped(remote, shell).map(({ names, range, copy }) => {
    const name = listed(names);
    const message =
      copy === undefined
        ? `${nameOf(remote)} imports ${name}, which ${nameOfShell(shell)} does not share: its modules would not load. A shell shares what it imports itself: release one that imports ${name} first, or a ${remote.release.id} that does not.`
        : `package.json of ${nameOf(remote)} accepts ${name} ${range}, but ${nameOfShell(shell)} brings ${copy}, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.`;
    return refusal('shared ranges', ours, message, { file: 'package.json', live });
  });
}

/**
 * Texts by which a copy of a shared package is recognized, as no minifier changes them. A page has one copy of each: a
 * second one would have other contexts, other atoms and no session.
 */
export const marks: readonly (readonly [name: string, mark: RegExp])[] = [
  ['react', /\.__(?:CLIENT|SECRET)_INTERNALS_[A-Z_]+\s*=[^=]/],
  ['react-dom', /rendererPackageName:\s*["'`]react-dom["'`]/],
  ['jotai', /["'`]no atom init["'`]/],
  ['react-router', /__reactRouterVersion/],
  ['the shop’s state', /["'`]This store was not made by createShopStore\.["'`]/],
];

async function copiesIn({ release, folder }: RemoteVersion): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  const scripts = Object.keys(release.integrity).filter((file) => /\.m?js$/.test(file));
  for (const file of scripts) {
    // Missing files are the concern of the rule `files`.
    const text = await readFile(path.join(folder, file), 'utf8').catch(() => '');
    for (const [name, mark] of marks) {
      if (!copies.has(name) && mark.test(text)) copies.set(name, file);
    }
  }
  return copies;
}

/** Lists the packages that a version says it imports, but that its build does not get from the shell. */
async function unshared({ release, folder }: RemoteVersion): Promise<string[]> {
  const types = await readTypes(folder);
  return Object.keys(types?.index.imports ?? {}).filter(
    (name) => !Object.hasOwn(release.shared, name),
  );
}

/** Checks that a remote gets the shared packages from the shell, and holds no copy of any. */
export async function checkCopies(remote: RemoteVersion): Promise<Finding[]> {
  const ours = nameOf(remote);
  const refuse = (file: string, message: string) => refusal('copies', ours, message, { file });
  const copies = [...(await copiesIn(remote))].map(([name, file]) =>
    refuse(
      file,
      `${file} of ${ours} holds a copy of ${name}, but a page has one, which the shell brings: the remote’s own would have other values. List the package in “shared” of the build with import: false, and import it by its bare name.`,
    ),
  );
  const names = await unshared(remote);
  if (names.length === 0) return copies;
  const file = `types/${typesIndexFile}`;
  const message = `${file} of ${ours} says that it imports ${listed(names)}, which its build does not get from the shell: dist/mf-manifest.json lists no such shared package. Share it with import: false, or leave it out of “imports”.`;
  return [...copies, refuse(file, message)];
}

const listOf = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

const namesIn = async ({ folder }: { readonly folder: string }): Promise<readonly string[]> =>
  (await readTypes(folder))?.index.stores ?? [];

const declaredBy = ({ release }: RemoteVersion): string[] => Object.keys(release.stores ?? {});

/** Checks that a stored value's name belongs to one piece, and that a remote stores only under names that it declares. */
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
    return [refusal('stores', ours, message, { file: 'remote.json', live })];
  });
  if (undeclared.length === 0) return taken;
  const message = `The code of ${ours} stores under ${listOf(undeclared)}, which its remote.json does not declare. Add it to “stores”, with its scope and its purpose.`;
  return [...taken, refusal('stores', ours, message, { file: 'remote.json' })];
}

/** Checks that no package of a shell stores under a name that a live remote has declared. */
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
    return [refusal('stores', ours, message, { live })];
  });
}
