import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findPackage } from '@patchwork/build/workspace';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';

const manifestSchema = v.object({
  name: v.string(),
  exports: v.optional(v.unknown()),
  types: v.optional(v.string()),
  main: v.optional(v.string()),
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

/** Returns the types that an export leads to: those of its condition `types`, else of the first that has some. */
function typesOf(folder: string, exported: unknown): string | undefined {
  if (typeof exported !== 'string') {
    const { types, ...others } = Object(exported) as Record<string, unknown>;
    const targets = [types, ...Object.values(others)].filter((target) => target !== undefined);
    return targets.map((target) => typesOf(folder, target)).find((file) => file !== undefined);
  }
  const file = path.join(folder, exported);
  if (/\.tsx?$/.test(file)) return file;
  const declarations = file.replace(/\.js$/, '.d.ts');
  return declarations !== file && existsSync(declarations) ? declarations : undefined;
}

interface Exporting {
  readonly exports?: unknown;
  readonly types?: string | undefined;
  readonly main?: string | undefined;
}

/** Returns the files of a package's modules by import name. Leaves out patterns of subpaths, such as './*'. */
function modulesOf(name: string, folder: string, { exports, types, main }: Exporting) {
  const subpaths = Object.keys(Object(exports)).filter((key) => key.startsWith('.'));
  const exported = exports ?? { types, main };
  const modules = subpaths.length > 0 ? (exports as Record<string, unknown>) : { '.': exported };
  return Object.fromEntries(
    Object.entries(modules).flatMap(([module, target]) => {
      const file = module.includes('*') ? undefined : typesOf(folder, target);
      return file === undefined ? [] : [[path.posix.join(name, module), file]];
    }),
  );
}

const isInstalled = (folder: string): boolean =>
  folder.includes(`${path.sep}node_modules${path.sep}`);

/**
 * Returns the folder of a package that a piece depends on; undefined for one that is neither linked, as those of the
 * same workspace are, nor @patchwork's. Throws a ReleaseError if such a package is not installed.
 */
async function packageFolder(dependent: string, name: string, range: string) {
  const isOurs = range.startsWith('workspace:') || name.startsWith('@patchwork/');
  const found = findPackage(dependent, name);
  if (found === undefined) {
    if (!isOurs) return undefined;
    throw new ReleaseError(
      `${name}, which ${path.join(dependent, 'package.json')} names, is not installed: install the packages first`,
    );
  }
  const folder = await realpath(found);
  return isOurs || !isInstalled(folder) ? folder : undefined;
}

/** Returns a piece and the packages of the workspace and of @patchwork that it depends on, directly or indirectly. */
export async function workspacePackages(piece: string): Promise<WorkspacePackage[]> {
  const found = new Map<string, WorkspacePackage>();
  async function visit(folder: string): Promise<void> {
    if (found.has(folder)) return;
    const { name, publishConfig, ...manifest } = await readManifest(folder);
    const modules = modulesOf(name, folder, manifest);
    found.set(folder, { name, folder, isInstalled: isInstalled(folder), modules });
    // A published package bundles the internal packages in its devDependencies.
    const isBundling = publishConfig !== undefined && !isInstalled(folder);
    const bundled = isBundling ? manifest.devDependencies : {};
    for (const [dependency, range] of Object.entries({ ...manifest.dependencies, ...bundled })) {
      const next = await packageFolder(folder, dependency, range);
      if (next !== undefined) await visit(next);
    }
  }
  await visit(await realpath(piece));
  return [...found.values()];
}
