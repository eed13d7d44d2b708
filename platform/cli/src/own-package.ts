import { existsSync } from 'node:fs';
import path from 'node:path';

function findPackage(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findPackage(path.dirname(folder));
}

/** This package's folder: the one with its package.json, above the sources or the build. */
export const packageFolder = findPackage(import.meta.dirname);
