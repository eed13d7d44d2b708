import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.object({
  name: v.string(),
  exports: v.optional(v.record(v.string(), v.string()), {}),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  publishConfig: v.optional(v.unknown()),
});

/**
 * A piece, or a package that it consists of: TypeScript in the workspace, or an installed @patchwork package with
 * declarations.
 */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  readonly isInstalled: boolean;
  /** Source files or declarations, by import name. */
  readonly modules: Readonly<Record<string, string>>;
}

async function readManifest(folder: string) {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  return v.parse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
}

function typesOf(file: string): string | undefined {
  if (/\.tsx?$/.test(file)) return file;
  const declarations = file.replace(/\.js$/, '.d.ts');
  return declarations !== file && existsSync(declarations) ? declarations : undefined;
}

const modulesOf = (name: string, folder: string, exports: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(exports).flatMap(([module, exported]) => {
      const file = typesOf(path.join(folder, exported));
      return file === undefined ? [] : [[path.posix.join(name, module), file]];
    }),
  );

/**
 * Returns the folder of a package that a piece depends on; undefined for a package that is neither the workspace's nor
 * @patchwork's.
 */
async function packageFolder(dependent: string, name: string, range: string) {
  const isOfWorkspace = range.startsWith('workspace:');
  if (!isOfWorkspace && !name.startsWith('@patchwork/')) return undefined;
  return realpath(path.join(dependent, 'node_modules', name));
}

/** Returns a piece and the packages of the workspace and of @patchwork that it depends on, directly or indirectly. */
export async function workspacePackages(piece: string): Promise<WorkspacePackage[]> {
  const found = new Map<string, WorkspacePackage>();
  async function visit(folder: string): Promise<void> {
    if (found.has(folder)) return;
    const { name, exports, publishConfig, ...manifest } = await readManifest(folder);
    const isInstalled = folder.includes(`${path.sep}node_modules${path.sep}`);
    found.set(folder, { name, folder, isInstalled, modules: modulesOf(name, folder, exports) });
    // A published package bundles the internal packages in its devDependencies.
    const bundled = publishConfig !== undefined && !isInstalled ? manifest.devDependencies : {};
    for (const [dependency, range] of Object.entries({ ...manifest.dependencies, ...bundled })) {
      const next = await packageFolder(folder, dependency, range);
      if (next !== undefined) await visit(next);
    }
  }
  await visit(await realpath(piece));
  return [...found.values()];
}

/**
 * Returns a function that maps a file to its path in a version's types/: relative to the workspace or, for an installed
 * package, below packages/<name>/.
 */
export function emittedPathOf(workspace: string, packages: readonly WorkspacePackage[]) {
  const installed = packages.filter(({ isInstalled }) => isInstalled);
  return (file: string): { readonly emittedPath: string; readonly isInstalled: boolean } => {
    const owner = installed.find(({ folder }) => file.startsWith(folder + path.sep));
    const from = owner ? owner.folder : workspace;
    const relative = path.relative(from, file).split(path.sep).join('/');
    return {
      emittedPath: owner ? `packages/${owner.name}/${relative}` : relative,
      isInstalled: owner !== undefined,
    };
  };
}

/** Lockfiles of pnpm and npm, which list the installed packages. */
export const lockfiles = ['pnpm-lock.yaml', 'package-lock.json'];

const isSource = (file: string): boolean =>
  /\.(?:tsx?|json)$/.test(file) && !/\.test\.tsx?$/.test(file);

/** Folders of a package that have none of its sources: its builds, and what is installed. */
const isGenerated = /^(?:node_modules|dist|\.)/;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.map(async (entry) => {
    const name = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return isGenerated.test(entry.name) ? [] : filesIn(name);
  });
  return (await Promise.all(files)).flat();
}

const sourcesOf = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter(isSource).sort();

/**
 * Hashes everything that a piece's declarations depend on: the sources and manifests in `folders`, tsconfig.json,
 * shop.d.ts and the lockfiles. `salt` is the version of the emitted files.
 */
export async function sourceHash(
  workspace: string,
  folders: readonly string[],
  salt: string,
): Promise<string> {
  const hash = createHash('sha256').update(salt);
  const sources = await Promise.all(folders.map(sourcesOf));
  const common = ['tsconfig.json', 'shop.d.ts', ...lockfiles].map((file) =>
    path.join(workspace, file),
  );
  for (const file of [...common, ...sources.flat()]) {
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    hash.update(`${path.relative(workspace, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
