import type { ActiveRemotes } from '@patchwork/federation';
import { workspaceRemotes } from './workspace.ts';

/** The registry of a workspace whose remotes all run from their development servers. */
export function developmentRemotes(workspace: string): ActiveRemotes {
  const remotes = workspaceRemotes(workspace).map(({ declaration }) => {
    const { id, team, routes, slots, developmentPort } = declaration;
    const entry = `http://localhost:${developmentPort}/remoteEntry.js`;
    return { id, team, routes, slots, version: 'development', entry, files: {} };
  });
  return { format: 1, remotes };
}
