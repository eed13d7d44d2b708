import path from 'node:path';
import { findDamage, type Integrity } from '../bytes/integrity.ts';
import { RefusedError } from '../release-error.ts';

/** A version's folder, whose files never change after they were published. */
export interface VersionFolder {
  /** 'shell', or a remote's id. */
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** Says that a published file is not what it was. */
export function changedByHand(
  { name, version, folder }: VersionFolder,
  file: string,
  what: string,
): RefusedError {
  const message = `${file} ${what}. A published version never changes: put the file back, or move ${folder} away and publish again`;
  const ours = `${name} ${version}`;
  return new RefusedError([{ severity: 'refusal', rule: 'files', file, message, ours }]);
}

/**
 * Throws a RefusedError that names the first file of a version that is not what was published. The
 * paths of `integrity` are relative to `root`.
 */
export async function requireUndamaged(
  version: VersionFolder,
  root: string,
  integrity: Integrity,
): Promise<void> {
  const damage = await findDamage(root, integrity);
  if (!damage) return;
  const what = damage.how === 'missing' ? 'is missing' : 'holds other bytes than were published';
  throw changedByHand(version, path.join(root, damage.file), what);
}
