import path from 'node:path';
import { findDamage, type Integrity } from '../bytes/integrity.ts';
import { RefusedError } from '../release-error.ts';

interface Published {
  /** Name and version: 'mfe-catalog 1.1.0-0123456789'. */
  readonly name: string;
  /** The version's folder. */
  readonly folder: string;
  /** What the paths of `integrity` are relative to. */
  readonly root: string;
  readonly integrity: Integrity;
}

interface Change {
  /** Name and version. */
  readonly name: string;
  /** The version's folder. */
  readonly folder: string;
  readonly file: string;
  /** What is wrong with the file. */
  readonly what: string;
}

/** What to say of a published file that is not what it was. */
export function changedByHand({ name, folder, file, what }: Change): RefusedError {
  const message = `${file} ${what}. A published version never changes: put the file back, or move ${folder} away and publish again`;
  return new RefusedError([{ rule: 'files', file, message, ours: name }]);
}

/** Throws a RefusedError that names the first file of a version that is not what was published. */
export async function requireUndamaged({
  name,
  folder,
  root,
  integrity,
}: Published): Promise<void> {
  const damage = await findDamage(root, integrity);
  if (!damage) return;
  const file = path.join(root, damage.file);
  const what = damage.how === 'missing' ? 'is missing' : 'holds other bytes than were published';
  throw changedByHand({ name, folder, file, what });
}
