export type {
  ActiveRemote,
  ActiveRemotes,
  ParsedActiveRemotes,
  RouteMatch,
} from './registry/active-remotes.ts';
export { parseActiveRemotes } from './registry/active-remotes.ts';
export type { FailedVersion, Visitor } from './registry/choose-remotes.ts';
export { chooseRemotes } from './registry/choose-remotes.ts';
export type { DeclaredRoute, DeclaredSetting, RemoteDeclaration } from './registry/declaration.ts';
export { containerName } from './registry/declaration.ts';
export { declaredModules } from './registry/declared-modules.ts';
export type { HeadDeclaration } from './registry/head.ts';
export {
  fillTemplate,
  nameInVariant,
  namesIn,
  namesOfHead,
  PAGE_JSON_LD,
  VARIANT_URL,
} from './registry/head.ts';
export {
  langAttribute,
  languageOfPath,
  languagesOf,
  pathInLanguage,
  pathWithoutLanguage,
  SOURCE_LANGUAGE,
} from './registry/language.ts';
export { completeRegistry, pageRegistry } from './registry/page-registry.ts';
export { fragmentKey, isForDevelopers, isOpen, linksOf } from './registry/pages-and-slots.ts';
export type {
  FragmentHole,
  FragmentPlace,
  PageRenderer,
  PageRequest,
  PageSurroundings,
  PrerenderedPages,
  RemoteJson,
  RenderedPage,
  ShellJson,
} from './registry/piece-json.ts';
export {
  isPageless,
  prerenderedFile,
  publishedRoutesSchema,
  remoteJsonSchema,
  rendererFile,
  shellJsonSchema,
} from './registry/piece-json.ts';
export type { Preview } from './registry/previews.ts';
export { canaryPreview, isOver, parsePreviews, withPreviews } from './registry/previews.ts';
export type {
  ParsedRegistry,
  PublishedRemote,
  Registry,
  RemoteOrigins,
  RemotePointers,
} from './registry/registry.ts';
export { isPreviewName, parseRegistry, versionsOf } from './registry/registry.ts';
export type { Grants, PageRights, Rights, Use } from './registry/rights.ts';
export {
  askedRights,
  createPageRights,
  developmentGrants,
  grantsSchema,
  rightsBeyond,
  ungranted,
} from './registry/rights.ts';
export {
  collide,
  commonAddress,
  isParameter,
  matchRoute,
  NAMED_PAGE,
  newPathOf,
  overlap,
  ownsRest,
  parametersOf,
  pathOfPage,
  segmentsOf,
} from './registry/routes.ts';
export type { SettingValue, SetValues, VisitorValues } from './registry/settings.ts';
export { setValuesSchema } from './registry/settings.ts';
export { hasValuesOf, valueFor, valuesInHtml } from './registry/values-in-html.ts';
export {
  inLanguage,
  moduleInLanguage,
  registryInLanguage,
} from './registry/version-in-language.ts';
