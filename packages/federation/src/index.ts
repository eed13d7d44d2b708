export type { DeclaredRoute, RemoteDeclaration } from './declaration.ts';
export { containerName } from './declaration.ts';
export type { FederationRuntime, Loader, LoadObserver } from './loader.ts';
export { createLoader, RemoteLoadError } from './loader.ts';
export { matchRoute } from './match.ts';
export type { ParsedRegistry, Registry, ReleasedRemote, RouteMatch } from './registry.ts';
export { parseRegistry } from './registry.ts';
