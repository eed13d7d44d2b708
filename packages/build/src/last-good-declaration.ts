import type { RemoteJson } from '@patchwork/federation';
import { readRemoteJson } from './remote-json.ts';

/**
 * By folder, the last good declaration. A server that starts anew imports its configuration anew, with
 * every module below it: only the global object outlives that.
 */
const key = Symbol.for('patchwork.last-good-declarations');
const lastGood: Map<string, RemoteJson> = Reflect.get(globalThis, key) ?? new Map();
Reflect.set(globalThis, key, lastGood);

/**
 * Reads the declaration of the remote in a folder. One that an edit has broken is told of, and the last
 * good one that this process read is taken; where there is none it is thrown.
 */
export function readDeclaration(root: string, say: (line: string) => void): RemoteJson {
  try {
    const declaration = readRemoteJson(root);
    lastGood.set(root, declaration);
    return declaration;
  } catch (error) {
    const last = lastGood.get(root);
    if (!last) throw error;
    say(`remote.json can’t be used, the last good one stays in force: ${error}`);
    return last;
  }
}
