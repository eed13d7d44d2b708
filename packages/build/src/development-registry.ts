import { workspaceRemotes } from './workspace.ts';

const originOf = ({ developmentPort }: { readonly developmentPort: number }): string =>
  `http://localhost:${developmentPort}`;

/** The origins of all development servers, as the runtime configuration lists them. */
export const developmentOrigins = (workspace: string): string[] =>
  workspaceRemotes(workspace).map(({ declaration }) => originOf(declaration));

/** The registry.json of a workspace whose remotes all run from their development servers. */
export function developmentRegistry(workspace: string): object {
  const remotes = workspaceRemotes(workspace).map(({ declaration }) => {
    const { id, team, routes, fragments, stores } = declaration;
    const entry = `${originOf(declaration)}/remoteEntry.js`;
    return { id, stable: { id, team, routes, fragments, stores, version: 'development', entry } };
  });
  return { format: 2, remotes };
}
