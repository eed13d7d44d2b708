import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

function findPackage(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findPackage(path.dirname(folder));
}

/** This package's folder: the one with its package.json, above the sources or the build. */
export const packageFolder = findPackage(import.meta.dirname);

const versions = v.optional(v.record(v.string(), v.string()), {});

const manifestSchema = v.object({
  version: v.string(),
  dependencies: versions,
  devDependencies: versions,
});

/** Reads this package's package.json. In the workspace, its dependencies have no exact versions. */
export const readManifest = () =>
  v.parse(
    v.pipe(v.string(), v.parseJson(), manifestSchema),
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
