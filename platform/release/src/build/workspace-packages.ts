import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
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
