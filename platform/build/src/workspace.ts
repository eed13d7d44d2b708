import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { declarationFile, type RemoteSources, readRemoteJson } from './remote-json.ts';

export { nameProblem } from './file-names.ts';
export { findCommand, findPackage, findScope, foldersAround, installProblem } from './installed.ts';
export { type Kit, readKit } from './kit.ts';
export { textsProblem, writeTexts } from './messages.ts';
export { readDeclaration } from './remote-json.ts';
export { packageOf, sharedNames } from './shared.ts';
export { missingTypes, shopTypes } from './shop-types.ts';
export { readRemoteJson };

/** Value of `--env-mode` for a development server whose remote runs inside a released shop. */
export const inRelease = 'in-release';

export interface WorkspaceRemote {
  readonly folder: string;
  readonly declaration: RemoteSources;
}

/** Returns the folders of a workspace that have a remote.json, valid or not. */
export const remoteFolders = (workspace: string): string[] =>
  readdirSync(workspace)
    .map((name) => path.join(workspace, name))
    .filter((folder) => existsSync(declarationFile(folder)));

/** Returns a workspace's remotes with their declarations. Throws if one is invalid. */
export const workspaceRemotes = (workspace: string): WorkspaceRemote[] =>
  remoteFolders(workspace).map((folder) => ({ folder, declaration: readRemoteJson(folder) }));
