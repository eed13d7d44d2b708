import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReleaseError } from '@patchwork/release';
import { type Piece, readPieces, root } from './workspace.ts';

/** Files that belong to no package but affect every piece. */
const common = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'];

const run = async (command: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd: root })).stdout;

export const isCommit = (ref: string): Promise<boolean> =>
  run('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).then(
    () => true,
    () => false,
  );

/** Returns the folders of changed packages and of their dependents, as listed by pnpm. */
async function changedFolders(ref: string): Promise<Set<string>> {
  const args = ['--filter', `...[${ref}]`, 'list', '--depth', '-1', '--json'];
  const listed = await run('pnpm', args).catch(() => {
    throw new ReleaseError('pnpm could not list what has changed: run this as “pnpm touched”');
  });
  const found: readonly { path: string }[] = JSON.parse(listed.trim() || '[]');
  return new Set(found.map((each) => each.path));
}

/**
 * Returns the pieces whose build may differ from the one at a commit. Uncommitted changes count. Returns every piece if
 * there is no such commit. Throws a ReleaseError if pnpm can't list the changes.
 */
export async function touchedSince(ref: string): Promise<readonly Piece[]> {
  const pieces = readPieces();
  if (!(await isCommit(ref))) return pieces;
  const diff = await run('git', ['diff', '--name-only', ref, '--', ...common]);
  if (diff !== '') return pieces;
  const changed = await changedFolders(ref);
  return pieces.filter(({ folder }) => changed.has(folder));
}
