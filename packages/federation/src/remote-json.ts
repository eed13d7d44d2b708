import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { type RemoteJson, remoteJsonSchema } from './declaration.ts';

/** Reads and checks a remote's declaration; throws with the field at fault. `root` is its folder. */
export function readRemoteJson(root: string): RemoteJson {
  const file = path.join(root, 'remote.json');
  const parsed = v.safeParse(remoteJsonSchema, JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
}
