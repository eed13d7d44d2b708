import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declaredModules, type RemoteJson, remoteJsonSchema } from '@patchwork/federation';
import * as v from 'valibot';

/** Content of a remote's folder: remote.json, and the modules in src/exposes. */
export interface RemoteSources extends RemoteJson {
  /** Files of the exposed modules, relative to the remote's folder: './Home' is './src/exposes/Home.tsx'. */
  readonly exposes: Readonly<Record<string, string>>;
}

/** Path of remote.json in a remote's folder. */
export const declarationFile = (root: string): string => path.join(root, 'remote.json');

const schema = v.pipe(v.string(), v.parseJson(), remoteJsonSchema);

function readExposes(root: string): Record<string, string> {
  const folder = path.join(root, 'src/exposes');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const components = names.filter((name) => /^\w[\w-]*\.tsx$/.test(name));
  return Object.fromEntries(
    components.map((name) => [`./${path.basename(name, '.tsx')}`, `./src/exposes/${name}`]),
  );
}

/** Reads and checks a remote's declaration; throws an Error that names the field or file at fault. */
export function readRemoteJson(root: string): RemoteSources {
  const file = declarationFile(root);
  const parsed = v.safeParse(schema, readFileSync(file, 'utf8'));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
  }
  const exposes = readExposes(root);
  for (const module of declaredModules(parsed.output)) {
    if (module in exposes) continue;
    throw new Error(`${file} names ${module}, but src/exposes${module.slice(1)}.tsx is missing`);
  }
  return { ...parsed.output, exposes };
}

/**
 * Last good declarations, by folder. A development server that restarts imports its configuration and every
 * module below it again: only the global object survives that.
 */
const key = Symbol.for('patchwork.last-good-declarations');
const lastGood: Map<string, RemoteSources> = Reflect.get(globalThis, key) ?? new Map();
Reflect.set(globalThis, key, lastGood);

/**
 * Reads the declaration of the remote in a folder. When an edit has broken it, the error is reported and
 * the last good one that this process read is returned; without a last good one the error is thrown.
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
