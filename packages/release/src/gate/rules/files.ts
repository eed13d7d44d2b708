import path from 'node:path';
import { declaredModules } from '@patchwork/federation';
import { relativePath } from '../../bytes/files.ts';
import { findDamage } from '../../bytes/integrity.ts';
import type { Finding, RemoteVersion, ShellVersion } from '../gate.ts';
import { nameOf, nameOfShell } from '../words.ts';

interface Listing {
  readonly ours: string;
  /** What the paths are relative to. */
  readonly root: string;
  readonly integrity: Readonly<Record<string, string>>;
  /** The files that a page loads by name. */
  readonly needed: readonly string[];
}

async function checkListing({ ours, root, integrity, needed }: Listing): Promise<Finding[]> {
  const refuse = (file: string, what: string): Finding => {
    const message = `${what}. Publish it again: a published version is never changed.`;
    return { severity: 'refusal', rule: 'files', file, message, ours };
  };
  const unlisted = [...new Set(needed)].filter((file) => !(file in integrity));
  const refusals = unlisted.map((file) =>
    refuse(file, `release.json of ${ours} gives no hash of ${file}, which the page loads`),
  );
  const damage = await findDamage(root, integrity);
  if (!damage) return refusals;
  const { file, how } = damage;
  const what =
    how === 'missing'
      ? 'is missing in the release folder'
      : 'is not what was published: its bytes do not match the hash in release.json';
  return [...refusals, refuse(file, `${file} of ${ours} ${what}`)];
}

/** A module that a route or a slot names, and that the build does not expose. */
function checkModules({ release }: RemoteVersion, ours: string): Finding[] {
  return declaredModules(release)
    .filter((module) => !(module in release.files))
    .map((module): Finding => {
      const message = `remote.json of ${ours} names ${module}, which its build does not expose. Add src/exposes${module.slice(1)}.tsx, and build again.`;
      return { severity: 'refusal', rule: 'files', file: 'remote.json', message, ours };
    });
}

/** A remote's version is complete, each file is hashed, and none has changed. */
export async function checkFiles(remote: RemoteVersion): Promise<Finding[]> {
  const { release, folder } = remote;
  const ours = nameOf(remote);
  const needed = [path.posix.basename(release.entry), ...Object.values(release.files).flat()];
  const { integrity } = release;
  return [
    ...checkModules(remote, ours),
    ...(await checkListing({ ours, root: folder, integrity, needed })),
  ];
}

/** A shell's version is complete, each file is hashed, and none has changed. */
export function checkShellFiles(shell: ShellVersion): Promise<Finding[]> {
  const { root, folder, integrity } = shell;
  const page = relativePath(root, path.join(folder, 'index.html'));
  return checkListing({ ours: nameOfShell(shell), root, integrity, needed: [page] });
}
