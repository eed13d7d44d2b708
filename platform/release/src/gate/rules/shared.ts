import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { intersects, major, satisfies, validRange } from 'semver';
import { type Finding, listed, refusal } from '../../findings.ts';
import { nameOf, nameOfShell, type RemoteVersion, type ShellVersion } from '../live.ts';
import { readTypes, typesIndexFile } from '../types/types-index.ts';

export type Accepts = (range: string, version: string) => boolean;

/**
 * Returns the comparison of the runtime, whose rules differ from semver's: to it, ^1.0.0 includes 1.1.0-beta.1. Loaded
 * on demand, as few commands need it.
 */
export async function loadComparison(): Promise<Accepts> {
  const { satisfy } = await import('@module-federation/runtime/core');
  return (range, version) => satisfy(version, range);
}

/** Says how to write a range that the runtime can't read, such as '>= 1 < 2'; '' if that is not the problem. */
const rewritten = (range: string, version: string): string =>
  satisfies(version, range)
    ? ` The browser’s federation runtime does not read this range as npm does: write ^${version}.`
    : '';

/** Whether a range accepts any version of the same major; true for an invalid range, whose intention is unknown. */
const acceptsMajor = (range: string, version: string): boolean =>
  validRange(range) === null || intersects(range, `${major(version)}.x`);

/**
 * Groups packages that a remote can't get from the shell, by problem: for example, react, react-dom and
 * react/jsx-runtime of one version.
 */
function grouped(remote: RemoteVersion, shell: ShellVersion, accepts: Accepts) {
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

/** Says how a remote may use another major version of React than the shell's; '' if that is not the problem. */
function ownReact(names: readonly string[], range: string, copy: string): string {
  if (!names.includes('react') || acceptsMajor(range, copy)) return '';
  return ' Or take React out of “shared”, and mount a page with a React of its own: docs/teams.md.';
}

/**
 * Checks that the shell shares each package that a remote imports, in a version that the remote accepts: remotes have
 * no fallback copies. `ours` and `live` name the version to release and the live one.
 */
export async function checkShared(
  remote: RemoteVersion,
  shell: ShellVersion,
  { ours, live }: Required<Pick<Finding, 'ours' | 'live'>>,
): Promise<Finding[]> {
  return grouped(remote, shell, await loadComparison()).map(({ names, range, copy }) => {
    const name = listed(names);
    const message =
      copy === undefined
        ? `${nameOf(remote)} imports ${name}, which ${nameOfShell(shell)} does not share: its modules would not load. A shell shares what it imports itself: release one that imports ${name} first, or a ${remote.release.id} that does not.`
        : `package.json of ${nameOf(remote)} accepts ${name} ${range}, but ${nameOfShell(shell)} brings ${copy}, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.${rewritten(range, copy)}${ownReact(names, range, copy)}`;
    return refusal('shared ranges', ours, message, { file: 'package.json', live });
  });
}

interface Mark {
  readonly name: string;
  /** Sentence about subpaths of the package that would bring a copy with them. */
  readonly subpaths?: string;
  /** Sentence about what to import instead of a package that the shell doesn't share. */
  readonly instead?: string;
  /** Matches text that identifies a copy, because no minifier changes it. */
  readonly text: RegExp;
  /** Finds the versions of the copies. Only for packages of which a remote may have its own version. */
  readonly version?: RegExp;
}

/**
 * Texts by which copies of shared packages are found. A page must have one copy of each package: a second one would
 * have its own contexts and atoms, and no session. Only a remote's own React of another major version, with react-dom,
 * is allowed: see `isOwnReact`.
 */
export const marks: readonly Mark[] = [
  {
    name: 'react',
    text: /\.__(?:CLIENT|SECRET)_INTERNALS_[A-Z_]+\s*=[^=]/,
    version: /\.version\s*=\s*["'`](\d+\.\d+\.\d+)/g,
  },
  {
    name: 'react-dom',
    text: /rendererPackageName:\s*["'`]react-dom["'`]/,
    version: /\bversion:\s*["'`](\d+\.\d+\.\d+)[^"'`]*["'`],\s*rendererPackageName/g,
  },
  {
    name: 'jotai',
    text: /["'`]no atom init["'`]/,
    subpaths:
      'jotai/utils may be imported, but it imports jotai/react and jotai/vanilla: list these two as well, with import: false and shareKey: "jotai", as remoteConfig of @patchwork/build does. No other subpath, such as jotai/vanilla/internals, may be.',
  },
  {
    name: 'react-router',
    instead:
      'Import Link, Outlet and the hooks from @patchwork/shop, and Routes, Route and Navigate from @patchwork/shop/routes: the page has one router, the shop’s.',
    text: /__reactRouterVersion/,
  },
  { name: 'the shop’s state', text: /["'`]This store was not made by createShopStore\.["'`]/ },
];

interface Copy {
  readonly name: string;
  readonly subpaths: string | undefined;
  readonly instead: string | undefined;
  readonly file: string;
  /**
   * Versions of the copies in the file; empty if they are unknown or don't matter. React's may include versions of
   * other packages in the file.
   */
  readonly versions: readonly string[];
}

async function copiesIn({ release, folder }: RemoteVersion): Promise<Copy[]> {
  const copies: Copy[] = [];
  const scripts = Object.keys(release.integrity).filter((file) => /\.m?js$/.test(file));
  for (const file of scripts) {
    // Missing files are reported by the rule `files`.
    const text = await readFile(path.join(folder, file), 'utf8').catch(() => '');
    for (const mark of marks) {
      if (!mark.text.test(text)) continue;
      const found = mark.version ? [...text.matchAll(mark.version)] : [];
      copies.push({
        name: mark.name,
        subpaths: mark.subpaths,
        instead: mark.instead,
        file,
        versions: found.flatMap(([, version = '']) => version),
      });
    }
  }
  return copies;
}

/**
 * Whether a copy of React is the remote's own: its major version differs from that of the shell's React, which the
 * remote also uses. A remote that doesn't use the shell's React can't be shown in the shop.
 */
function isOwnReact({ release }: RemoteVersion, { versions }: Copy): boolean {
  const shell = release.shared.react;
  if (!shell || versions.length === 0) return false;
  return versions.every(
    (version) => version !== shell.version && !acceptsMajor(shell.requiredVersion, version),
  );
}

/** Returns what is wrong with a copy; undefined if the remote may have it. */
function faultOf(remote: RemoteVersion, copy: Copy): string | undefined {
  const { name, subpaths, instead, file, versions } = copy;
  const holder = `${file} of ${nameOf(remote)}`;
  if (!isOwnReact(remote, copy)) {
    const advice =
      instead ??
      'List the package in “shared” of the build with import: false, and import it by its bare name.';
    const fault = `${holder} contains a copy of ${name}, but a page must have only the shell’s copy: a second one would have other values. ${advice}`;
    return subpaths === undefined ? fault : `${fault} ${subpaths}`;
  }
  const ahead = ['remoteEntry.js', ...Object.values(remote.release.files).flat()];
  if (!ahead.includes(file)) return undefined;
  return `${holder} holds ${name} ${versions[0]}, and shoppers who don’t open the page would download it, because a module’s first files are fetched ahead. Import what needs it with import(), so that it is in a file of its own.`;
}

/** Lists packages that a version declares as imports but that its build doesn't take from the shell. */
async function unshared({ release, folder }: RemoteVersion): Promise<string[]> {
  const types = await readTypes(folder);
  return Object.keys(types?.index.imports ?? {}).filter(
    (name) => !Object.hasOwn(release.shared, name),
  );
}

/** Checks that a remote takes the shared packages from the shell, and contains no copies except a React of its own. */
export async function checkCopies(remote: RemoteVersion): Promise<Finding[]> {
  const ours = nameOf(remote);
  const refuse = (file: string, message: string) => refusal('copies', ours, message, { file });
  const faults = new Map<string, Finding>();
  for (const copy of await copiesIn(remote)) {
    const fault = faultOf(remote, copy);
    if (fault !== undefined && !faults.has(copy.name))
      faults.set(copy.name, refuse(copy.file, fault));
  }
  const copies = [...faults.values()];
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

/**
 * Checks that the name of each stored value belongs to a single piece, and that a remote stores only under names that
 * it declares.
 */
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
    const message = `remote.json of ${ours} declares the stored name ${listOf(common)}, which is ${live}’s: each would read and erase the other’s values. Choose another name.`;
    return [refusal('stores', ours, message, { file: 'remote.json', live })];
  });
  if (undeclared.length === 0) return taken;
  const message = `The code of ${ours} stores under ${listOf(undeclared)}, which its remote.json does not declare. Add it to “stores”, with its scope and its purpose.`;
  return [...taken, refusal('stores', ours, message, { file: 'remote.json' })];
}

/** Checks that no package of a shell uses a storage name that a live remote has declared. */
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
    const message = `A package of ${ours} stores under ${listOf(common)}, which is ${live}’s: each would read and erase the other’s values. Choose another name in the package.`;
    return [refusal('stores', ours, message, { live })];
  });
}
