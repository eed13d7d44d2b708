import { existsSync } from 'node:fs';
import path from 'node:path';

function findPackage(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findPackage(path.dirname(folder));
}

/** The folder of this package, from its sources as well as from its build. */
export const packageFolder = findPackage(import.meta.dirname);
