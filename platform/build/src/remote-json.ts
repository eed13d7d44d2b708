import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declaredModules, type RemoteJson, remoteJsonSchema } from '@patchwork/host';
import * as v from 'valibot';

/** Content of a remote's folder: remote.json, and the modules in src/exposes. */
export interface RemoteSources extends RemoteJson {
  /**
   * Files of the exposed modules, relative to the remote's folder: './Home' maps to './src/exposes/Home.tsx'. Components
   * are .tsx files, APIs for the mock .ts files.
   */
  readonly exposes: Readonly<Record<string, string>>;
}

export const declarationFile = (root: string): string => path.join(root, 'remote.json');

const schema = v.pipe(v.string(), v.parseJson(), remoteJsonSchema);

function readExposes(root: string, { apis = {} }: RemoteJson): Record<string, string> {
  const folder = path.join(root, 'src/exposes');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const modules = names.filter((name) => /^\w[\w-]*\.tsx$/.test(name));
  const isApi = (name: string) => Object.values(apis).includes(`./${path.basename(name, '.ts')}`);
  const mocks = names.filter((name) => /^\w[\w-]*\.ts$/.test(name) && isApi(name));
  return Object.fromEntries(
    [...modules, ...mocks].map((name) => [`./${path.parse(name).name}`, `./src/exposes/${name}`]),
  );
}

/** Reads and validates a remote's declaration. Throws an Error that names the invalid field or file. */
export function readRemoteJson(root: string): RemoteSources {
  const file = declarationFile(root);
  const parsed = v.safeParse(schema, readFileSync(file, 'utf8'));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
  }
  const exposes = readExposes(root, parsed.output);
  const { apis = {} } = parsed.output;
  for (const module of declaredModules(parsed.output)) {
    if (module in exposes) continue;
    const extension = Object.values(apis).includes(module) ? '.ts' : '.tsx';
    throw new Error(
      `${file} names ${module}, but src/exposes${module.slice(1)}${extension} is missing`,
    );
  }
  return { ...parsed.output, exposes };
}

/**
 * Last valid declarations, by folder. Global, because a development server that restarts evaluates its configuration
 * and all its modules again.
 */
const key = Symbol.for('patchwork.last-good-declarations');
const lastGood: Map<string, RemoteSources> = Reflect.get(globalThis, key) ?? new Map();
Reflect.set(globalThis, key, lastGood);

/**
 * Reads the declaration of the remote in a folder. If an edit has broken it, logs the error and returns the last valid
 * one that this process has read; throws if there is none.
 */
export function readDeclaration(root: string, report: (line: string) => void): RemoteSources {
  try {
    const declaration = readRemoteJson(root);
    lastGood.set(root, declaration);
    return declaration;
  } catch (error) {
    const last = lastGood.get(root);
    if (!last) throw error;
    report(`remote.json can’t be used, so the last good one is: ${error}`);
    return last;
  }
}
