import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declaredModules, type RemoteJson, remoteJsonSchema } from '@patchwork/federation';
import * as v from 'valibot';

/** What a remote's folder says: remote.json, and the modules in src/exposes. */
export interface RemoteSources extends RemoteJson {
  /** By module, its file relative to the remote's folder: './Home' is './src/exposes/Home.tsx'. */
  readonly exposes: Readonly<Record<string, string>>;
}

/** Where a remote declares itself. `root` is its folder. */
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
