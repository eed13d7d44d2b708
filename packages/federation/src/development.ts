import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Registry } from './registry.ts';
import { readRemoteJson } from './remote-json.ts';

/** The registry of a workspace whose remotes all run from their development servers. */
export function developmentRegistry(workspace: string): Registry {
  const folders = readdirSync(workspace).filter((name) => name.startsWith('mfe-'));
  const remotes = folders.map((folder) => {
    const { id, team, routes, slots, developmentPort } = readRemoteJson(
      path.join(workspace, folder),
    );
    const entry = `http://localhost:${developmentPort}/remoteEntry.js`;
    return { id, team, routes, slots, version: 'development', entry, files: {} };
  });
  return { format: 1, remotes };
}
