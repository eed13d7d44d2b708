import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The path of one of this package's modules that is not run here but compiled into a piece, by its name
 * without ending: TypeScript in the workspace, JavaScript where the package is installed.
 */
export function ownFile(name: string): string {
  const files = ['.ts', '.tsx', '.js'].map((ending) =>
    path.join(import.meta.dirname, name + ending),
  );
  const file = files.find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`@patchwork/build lacks its file ${name}: install it again`);
  return file;
}
