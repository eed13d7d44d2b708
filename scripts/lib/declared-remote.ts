import type { RemoteRelease } from '@patchwork/federation';
import { readRemoteJson } from '@patchwork/federation/workspace';

function readDeclared(folder: string): RemoteRelease {
  const { id, team, routes, slots, developmentPort } = readRemoteJson(folder);
  const entry = `http://localhost:${developmentPort}/remoteEntry.js`;
  const nothingBuilt = { files: {}, integrity: {}, shared: {} };
  return { id, team, routes, slots, version: 'development', entry, ...nothingBuilt };
}

/**
 * Reads a remote, as its development server serves it, whenever it is asked for: its declaration is
 * edited meanwhile.
 */
export function declaredRemote(folder: string): () => RemoteRelease {
  let last = readDeclared(folder);
  return () => {
    try {
      last = readDeclared(folder);
    } catch {
      // The development server goes on with the last good one as well, and has said why.
    }
    return last;
  };
}
