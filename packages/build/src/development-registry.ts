import { workspaceRemotes } from './workspace.ts';

/** The registry.json of a workspace whose remotes all run from their development servers. */
export function developmentRegistry(workspace: string): object {
  const remotes = workspaceRemotes(workspace).map(({ declaration }) => {
    const { id, team, routes, slots, developmentPort } = declaration;
    const entry = `http://localhost:${developmentPort}/remoteEntry.js`;
    return { id, stable: { id, team, routes, slots, version: 'development', entry } };
  });
  return { format: 2, remotes };
}
