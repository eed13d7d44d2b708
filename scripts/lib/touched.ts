import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReleaseError } from '@patchwork/release';
import { type Piece, readPieces, root } from './workspace.ts';

/** Files that lie in no package, and from which every piece is made. */
const common = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'];

const ask = async (command: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd: root })).stdout;

/** Whether this clone knows a commit by that name. */
export const isCommit = (ref: string): Promise<boolean> =>
  ask('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).then(
    () => true,
    () => false,
  );

/** The folders of the packages that changed, and of those that are made of them, as pnpm sees it. */
async function changedFolders(ref: string): Promise<Set<string>> {
  const args = ['--filter', `...[${ref}]`, 'list', '--depth', '-1', '--json'];
  const listed = await ask('pnpm', args).catch(() => {
    throw new ReleaseError('pnpm could not be asked what has changed: run this as “pnpm touched”');
  });
  const found: readonly { path: string }[] = JSON.parse(listed.trim() || '[]');
  return new Set(found.map((each) => each.path));
}

/**
 * The pieces whose bytes may differ from those at a commit, now or once the work is committed.
 * Every piece where there is no such commit: then nothing is known to be the same.
 */
export async function touchedSince(ref: string): Promise<readonly Piece[]> {
  const pieces = readPieces();
  if (!(await isCommit(ref))) return pieces;
  const diff = await ask('git', ['diff', '--name-only', ref, '--', ...common]);
  if (diff !== '') return pieces;
  const changed = await changedFolders(ref);
  return pieces.filter(({ folder }) => changed.has(folder));
}
