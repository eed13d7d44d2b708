import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RemoteJson } from '@patchwork/federation';
import { declarationFile, readRemoteJson } from './remote-json.ts';

export { readDeclaration } from './last-good-declaration.ts';
export { sharedPackageNames } from './shared.ts';
export { readRemoteJson };

export interface WorkspaceRemote {
  readonly folder: string;
  readonly declaration: RemoteJson;
}

/** Every folder of a workspace that declares itself with a remote.json. Throws on a bad one. */
export function workspaceRemotes(workspace: string): WorkspaceRemote[] {
  return readdirSync(workspace)
    .map((name) => path.join(workspace, name))
    .filter((folder) => existsSync(declarationFile(folder)))
    .map((folder) => ({ folder, declaration: readRemoteJson(folder) }));
}
