import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RemoteJson, remoteJsonSchema } from '@patchwork/federation';
import * as v from 'valibot';

/** Where a remote declares itself. `root` is its folder. */
export const declarationFile = (root: string): string => path.join(root, 'remote.json');

const schema = v.pipe(v.string(), v.parseJson(), remoteJsonSchema);

/** Reads and checks a remote's declaration; throws with the field at fault. */
export function readRemoteJson(root: string): RemoteJson {
  const file = declarationFile(root);
  const parsed = v.safeParse(schema, readFileSync(file, 'utf8'));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
}
