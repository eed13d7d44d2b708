import { type RemoteSources, readRemoteJson } from './remote-json.ts';

/**
 * By folder, the last good declaration. A development server that restarts imports its configuration
 * and every module below it again: only the global object survives that.
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
