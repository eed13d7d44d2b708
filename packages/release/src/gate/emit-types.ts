import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists, temporaryBeside } from '../bytes/files.ts';
import { sourceHash } from './types/source-hash.ts';
import { workspacePackages } from './types/workspace-packages.ts';

/** A piece whose declarations are to be emitted. */
export interface TypedPiece {
  /** The workspace that the piece was built in. */
  readonly workspace: string;
  /** The piece's folder in it, with remote.json; the shell's has none. */
  readonly piece: string;
}

/** Counted up when other files are emitted from the same sources. */
const format = 'emitted types 2';

async function write(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const temporary = temporaryBeside(folder);
  try {
    for (const [name, text] of files) {
      const file = path.join(temporary, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await rename(temporary, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster, with the same files.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Emits the declarations that the gate compares, and returns their folder, to be copied to the
 * version's types/. Sources that were compiled before are not compiled again.
 */
export async function emitTypes(typed: TypedPiece): Promise<string> {
  const [workspace, piece] = await Promise.all([realpath(typed.workspace), realpath(typed.piece)]);
  const packages = await workspacePackages(piece);
  const folders = packages.map(({ folder }) => folder);
  const name = `${path.basename(piece)}-${await sourceHash(workspace, folders, format)}`;
  const folder = path.join(workspace, 'node_modules/.cache/patchwork/types', name);
  if (await exists(folder)) return folder;
  // The compiler takes longer to load than all else here.
  const { emit } = await import('./types/emit.ts');
  await write(folder, await emit({ workspace, piece, packages }));
  return folder;
}
