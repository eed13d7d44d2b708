import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists, temporaryBeside } from '../bytes/files.ts';
import type { Finding } from './gate.ts';
import { sourceHash } from './types/source-hash.ts';
import { workspacePackages } from './types/workspace-packages.ts';

/** Counted up when other files are emitted from the same sources. */
const format = 'emitted types 10';

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
 * Emits the declarations of a piece that the gate compares, to a folder that is to be copied to the version's types/,
 * and says what is wrong with its sources. Takes two folders: the workspace that the piece was built in, and the
 * piece's. Faultless sources that were compiled before are not compiled again.
 */
export async function emitTypes(
  root: string,
  folderOfPiece: string,
): Promise<{ readonly types: string; readonly findings: readonly Finding[] }> {
  const [workspace, piece] = await Promise.all([realpath(root), realpath(folderOfPiece)]);
  const packages = await workspacePackages(piece);
  const folders = packages.map(({ folder }) => folder);
  const name = `${path.basename(piece)}-${await sourceHash(workspace, folders, format)}`;
  const types = path.join(workspace, 'node_modules/.cache/patchwork/types', name);
  if (await exists(types)) return { types, findings: [] };
  // The compiler takes longer to load than all else here.
  const { emit } = await import('./types/emit.ts');
  const { files, findings } = await emit({ workspace, piece, packages });
  const folder = findings.length > 0 ? `${types}-refused` : types;
  await write(folder, files);
  return { types: folder, findings };
}
