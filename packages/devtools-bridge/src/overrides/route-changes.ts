import type { ActiveRemote, DeclaredRoute } from '@patchwork/federation';

const audiences: Record<DeclaredRoute['access'], string> = {
  open: 'everyone',
  login: 'logged-in shoppers only',
  visitor: 'logged-out visitors only',
};

/** How an override's routes differ from those of the release, one sentence each. */
export function routeChanges(released: ActiveRemote | undefined, override: ActiveRemote): string[] {
  const before = new Map((released?.routes ?? []).map((route) => [route.path, route]));
  const after = new Set(override.routes.map(({ path }) => path));
  const changes = override.routes.flatMap(({ path, access }) => {
    const known = before.get(path);
    if (!known) return [`The route ${path} is new, for ${audiences[access]}.`];
    if (known.access === access) return [];
    return [
      `The route ${path} is for ${audiences[access]}; released, it is for ${audiences[known.access]}.`,
    ];
  });
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return [...changes, ...removed.map((path) => `The route ${path} is removed.`)];
}
