import { readDeclaration } from '@patchwork/build/workspace';
import type { PublishedRemote } from '@patchwork/federation';

/**
 * Reads a remote, as its development server serves it, whenever it is asked for: its declaration is
 * edited meanwhile. The first must be good; of a later mistake the development server says what it is.
 */
export function declaredRemote(folder: string): () => PublishedRemote {
  function read(): PublishedRemote {
    const declaration = readDeclaration(folder, () => undefined);
    const { id, team, routes, fragments, developmentPort } = declaration;
    const entry = `http://localhost:${developmentPort}/remoteEntry.js`;
    const nothingBuilt = { files: {}, integrity: {}, shared: {} };
    return { id, team, routes, fragments, version: 'development', entry, ...nothingBuilt };
  }
  read();
  return read;
}
