import type { RemoteDeclaration } from './declaration.ts';

/** Returns the modules that a declaration names. In a file of its own, because pages of shoppers don't need it. */
export const declaredModules = ({
  routes,
  fragments,
  apis = {},
}: Pick<RemoteDeclaration, 'routes' | 'fragments' | 'apis'>): string[] => [
  ...new Set([
    ...[...routes, ...Object.values(fragments)].map(({ module }) => module),
    ...Object.values(apis),
  ]),
];
