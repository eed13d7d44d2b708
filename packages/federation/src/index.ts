export type {
  ActiveRemote,
  ActiveRemotes,
  ParsedActiveRemotes,
  RouteMatch,
} from './registry/active-remotes.ts';
export { parseActiveRemotes } from './registry/active-remotes.ts';
export type { FailedVersion, Visitor } from './registry/choose-remotes.ts';
export { chooseRemotes } from './registry/choose-remotes.ts';
export type { DeclaredRoute, RemoteDeclaration } from './registry/declaration.ts';
export { containerName, declaredModules } from './registry/declaration.ts';
export { isForDevelopers } from './registry/for-developers.ts';
export type { HeadDeclaration } from './registry/head.ts';
export { namesOfHead } from './registry/head.ts';
export { fillTemplate, namesIn } from './registry/head-template.ts';
export { exactness, isParameter, matchRoute, segmentsOf } from './registry/match-route.ts';
export { newPathOf } from './registry/old-address.ts';
export { completeRegistry, pageRegistry } from './registry/page-registry.ts';
export { NAMED_PAGE, pathOfPage } from './registry/path-of-page.ts';
export type { RemoteJson, ShellJson } from './registry/piece-json.ts';
export { remoteJsonSchema, shellJsonSchema } from './registry/piece-json.ts';
export type { PrerenderedPages } from './registry/prerendered-pages.ts';
export { prerenderedFile } from './registry/prerendered-pages.ts';
export { isPreviewName } from './registry/preview-name.ts';
export type { Preview } from './registry/previews.ts';
export { isOver, parsePreviews, withPreviews } from './registry/previews.ts';
export type {
  ParsedRegistry,
  PublishedRemote,
  Registry,
  RemotePointers,
} from './registry/registry.ts';
export { parseRegistry } from './registry/registry.ts';
export type { RemoteOrigins } from './registry/version-source.ts';
export { versionsOf } from './registry/versions-of.ts';
