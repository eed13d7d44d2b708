import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readKit, sharedNames } from '@patchwork/build/workspace';
import { workspacePackages } from '../../build/workspace-packages.ts';
import type { Finding } from '../../findings.ts';
import { exists, temporaryBeside } from '../../release-folder/files.ts';
import type { emit as emitSources } from './emit.ts';
import { sourceHash } from './sources.ts';

/** Version of the emitted files. Raise it when the same sources produce other files. */
const format = 'emitted types 13';

async function write(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const temporary = temporaryBeside(folder);
  try {
    for (const [name, text] of files) {
      const file = path.join(temporary, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await rename(temporary, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process has created the same files first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A piece's declarations, and the problems in its sources. */
export interface EmittedTypes {
  /** Folder to copy to the version's types/. */
  readonly types: string;
  readonly findings: readonly Finding[];
}

type Emit = typeof emitSources;

/** Loaded on demand: the TypeScript compiler takes longer to load than everything else here. */
const emitHere: Emit = async (...sources) => (await import('./emit.ts')).emit(...sources);

/**
 * Emits the declarations that the gate compares, and finds problems in the pieces' sources. `root` is the workspace of
 * the pieces. Results come from a cache for pieces whose sources were compiled without problems before; the other
 * pieces are compiled together, by `emit`: by default in this process.
 */
export async function emitAllTypes(
  root: string,
  folders: readonly string[],
  emit = emitHere,
): Promise<EmittedTypes[]> {
  const workspace = await realpath(root);
  const shared = sharedNames(await readKit(workspace));
  const salt = [format, ...shared].join();
  const cache = path.join(workspace, 'node_modules/.cache/patchwork/types');
  const pieces = await Promise.all(
    folders.map(async (folder) => {
      const piece = await realpath(folder);
      const packages = await workspacePackages(piece);
      const sources = packages.map(({ folder }) => folder);
      const name = `${path.basename(piece)}-${await sourceHash(workspace, sources, salt)}`;
      const types = path.join(cache, name);
      return { piece, packages, types, isKnown: await exists(types) };
    }),
  );
  const unknown = pieces.filter(({ isKnown }) => !isKnown);
  const emitted = unknown.length > 0 ? await emit(workspace, unknown, shared, cache) : [];
  return Promise.all(
    pieces.map(async (piece) => {
      const { files, findings = [], isContained = true } = emitted[unknown.indexOf(piece)] ?? {};
      const isReusable = findings.length === 0 && isContained;
      const types = isReusable ? piece.types : `${piece.types}-once`;
      // Sources elsewhere may have changed since.
      if (!isReusable) await rm(types, { recursive: true, force: true });
      if (files) await write(types, files);
      return { types, findings };
    }),
  );
}

/** Emits one piece's declarations, as emitAllTypes does. */
export async function emitTypes(
  root: string,
  folder: string,
  emit = emitHere,
): Promise<EmittedTypes> {
  const [emitted] = await emitAllTypes(root, [folder], emit);
  if (!emitted) throw new Error(`nothing was emitted of ${folder}`);
  return emitted;
}
