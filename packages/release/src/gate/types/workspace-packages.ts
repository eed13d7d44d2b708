import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.object({
  name: v.string(),
  exports: v.optional(v.record(v.string(), v.string()), {}),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
});

/** A package of the workspace, which is imported as TypeScript. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  /** By the name that is imported, the source file behind it. */
  readonly modules: Readonly<Record<string, string>>;
}

async function readManifest(folder: string) {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  return v.parse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
}

const modulesOf = (name: string, folder: string, exports: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(exports)
      .filter(([, file]) => /\.tsx?$/.test(file))
      .map(([module, file]) => [path.posix.join(name, module), path.join(folder, file)]),
  );

/** A piece and the workspace's packages that it is made of, at any depth. */
export async function workspacePackages(piece: string): Promise<WorkspacePackage[]> {
  const found = new Map<string, WorkspacePackage>();
  async function visit(folder: string): Promise<void> {
    if (found.has(folder)) return;
    const { name, exports, dependencies } = await readManifest(folder);
    found.set(folder, { name, folder, modules: modulesOf(name, folder, exports) });
    for (const [dependency, range] of Object.entries(dependencies)) {
      if (!range.startsWith('workspace:')) continue;
      await visit(await realpath(path.join(folder, 'node_modules', dependency)));
    }
  }
  await visit(await realpath(piece));
  return [...found.values()];
}
