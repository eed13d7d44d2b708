import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rspack } from '@rsbuild/core';
import type { Kit } from './kit.ts';
import { packageOf, sharedNames } from './shared.ts';

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** Files of each subpath, for any condition: './utils' maps to './esm/utils.mjs' and './utils.js'. */
  readonly exports?: unknown;
  readonly main?: string;
  readonly module?: string;
}

/** Returns a function that finds the package to which a file belongs: the nearest package.json with a name. */
function packageFinder() {
  const known = new Map<string, Package | undefined>();
  function find(folder: string): Package | undefined {
    if (known.has(folder)) return known.get(folder);
    const manifest = path.join(folder, 'package.json');
    const read = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
    const around = path.dirname(folder);
    const found = read.name === undefined ? undefined : { ...read, folder };
    const owner = found ?? (around === folder ? undefined : find(around));
    known.set(folder, owner);
    return owner;
  }
  return (file: string) => find(path.dirname(file));
}

const filesIn = (target: unknown): string[] =>
  typeof target === 'string' ? [target] : Object.values(Object(target)).flatMap(filesIn);

/** Returns the files that an import of a package's subpath can get; '.' is the package itself. */
function filesOf({ exports, main, module }: Package, subpath: string): string[] {
  if (exports === undefined) return filesIn([main ?? 'index.js', module]);
  const map = Object.keys(Object(exports)).some((key) => key.startsWith('.'))
    ? (exports as Record<string, unknown>)
    : { '.': exports };
  if (Object.hasOwn(map, subpath)) return filesIn(map[subpath]);
  return Object.entries(map).flatMap(([pattern, target]) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined || !subpath.startsWith(before) || !subpath.endsWith(after)) return [];
    const star = subpath.slice(before.length, subpath.length - after.length);
    return filesIn(target).map((file) => file.replaceAll('*', star));
  });
}

const majorOf = (version: string): string => version.split('.', 1).join();

/**
 * Returns a function that tells whether a file of a remote's build makes it have a copy of a shared package. It does if
 * an import of a shared name could get the file. Other subpaths, such as jotai/utils, are bundled on purpose, and so
 * may be another major version, which is another package to its users.
 */
export function copyFinder(
  kit: Pick<Kit, 'shared'>,
  installed: Readonly<Record<string, { version: string }>>,
) {
  const find = packageFinder();
  const names = sharedNames(kit);
  function isShared(owner: Package, file: string): boolean {
    const own = names.filter((name) => packageOf(name) === owner.name);
    if (own.some((name) => name.endsWith('/'))) return true;
    const subpaths = own.flatMap((name) => {
      const within = (subpath: string) =>
        path.posix.join('.', name.slice(owner.name.length), subpath);
      return [within(''), ...(kit.shared[name]?.reexported ?? []).map(within)];
    });
    const relative = path.relative(owner.folder, file).split(path.sep).join('/');
    return subpaths
      .map((subpath) => (subpath === '.' ? subpath : `./${subpath}`))
      .flatMap((subpath) => filesOf(owner, subpath))
      .some((target) => path.posix.normalize(target) === relative);
  }
  return (file: string): Package | undefined => {
    const owner = find(file);
    const used = owner && installed[names.find((name) => packageOf(name) === owner.name) ?? ''];
    if (!owner || !used || majorOf(owner.version) !== majorOf(used.version)) return undefined;
    return isShared(owner, file) ? owner : undefined;
  };
}

/**
 * Bundler plugin that refuses a remote's build with a copy of a shared package. A page must have one: a second one has
 * its own contexts and atoms.
 */
export const withoutCopies = (
  root: string,
  findCopy: ReturnType<typeof copyFinder>,
): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const name = 'patchwork:without-copies';
    const relative = (file: string) => path.relative(root, file).split(path.sep).join('/');
    compiler.hooks.compilation.tap(name, (compilation) => {
      compilation.hooks.finishModules.tap(name, (modules) => {
        const refused = new Set<string>();
        for (const module of modules) {
          const file = module.nameForCondition();
          const copy = file && findCopy(file);
          if (!copy || refused.has(copy.folder)) continue;
          refused.add(copy.folder);
          const by = compilation.moduleGraph.getIssuer(module)?.nameForCondition();
          const error = new Error(
            `${by ? relative(by) : 'A file'} imports ${relative(file)}, and with it a copy of ${copy.name} ${copy.version}. A page must have only the shell’s copy: import it by its bare name, “${copy.name}”, and without an alias`,
          );
          delete error.stack;
          compilation.errors.push(error);
        }
      });
    });
  },
});
