import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  configFields,
  configOfPage,
  type HeaderFields,
  pageHeaders,
  requireGrants,
} from '@patchwork/build/policy';
import {
  inLanguage,
  isForDevelopers,
  languageOfPath,
  languagesOf,
  newPathOf,
  type PageSurroundings,
  parsePreviews,
  parseRegistry,
  type Registry,
  type RemotePointers,
  registryInLanguage,
  SOURCE_LANGUAGE,
  valuesInHtml,
} from '@patchwork/host';
import { messageOf, ReleaseError } from '../errors.ts';
import { folderOfVersion, shellName } from '../release-folder/layout.ts';
import { declaredHeads, shopOf } from '../release-folder/page/head.ts';
import { llmsText } from '../release-folder/page/llms-text.ts';
import { prerenderedFragments, prerenderedPages } from '../release-folder/page/page.ts';
import { liveOf, registryFile } from '../release-folder/registry.ts';
import { rightsOf } from '../release-folder/rights.ts';
import { type CompleteRegistry, describeComplete } from '../release-folder/root-files.ts';
import { type ApiReader, apiReader, createAnswers, type Readers } from '../render/api-answers.ts';
import { createRenderedPages } from '../render/rendered-pages.ts';
import { createRenderers, type Renderers } from '../render/renderers.ts';
import {
  createMarkdownPages,
  createPages,
  type MarkdownPages,
  type Pages,
  routeFinder,
  type Shop,
} from './pages.ts';
import { type Body, createBody } from './send.ts';
import { createSitemap, type Sitemap } from './sitemap.ts';

/**
 * Generated documents of a server, valid until the shop or its configuration changes. Each body is made at its first
 * request.
 */
export interface Revision {
  readonly shop: Shop;
  readonly config: unknown;
  /**
   * The shop's public origin. Without one, pages have no absolute URLs: the Host header is not trusted, because a
   * cached page is also sent to other visitors.
   */
  readonly origin: string | undefined;
  readonly page: Pages | undefined;
  readonly markdown: MarkdownPages | undefined;
  /** Whether the page at a path is also sent as Markdown. */
  readonly hasMarkdown: (pathname: string) => boolean;
  /** Returns the headers of the page at a path. */
  readonly pageHeaders: (pathname: string) => HeaderFields;
  readonly sitemap: Sitemap;
  /** llms.txt; undefined without an origin, because it has absolute URLs. */
  readonly llms: Body | undefined;
  /** Returns the path that a page's former address redirects to; undefined for any other address. */
  readonly movedTo: (pathname: string) => string | undefined;
  /** Whether a remote declares a path, as a current or former address. */
  readonly declares: (pathname: string) => boolean;
  /** Returns the generated document at a path; undefined if there is none. */
  document: (pathname: string) => Body | undefined;
}

interface RevisionOptions extends Readers {
  readonly origin: string | undefined;
  readonly renderers: Renderers;
  readonly renderedLanguages?: readonly string[] | undefined;
  readonly report: (message: string) => void;
}

function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const entry = made.get(key) ?? { value: make(key) };
    made.set(key, entry);
    return entry.value;
  };
}

/** Returns the same function with the result for its last key kept: answering one request asks for it several times. */
function rememberLast<Value>(find: (key: string) => Value): (key: string) => Value {
  let last: { readonly key: string; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: find(key) };
    return last.value;
  };
}

/** Leaves out remotes for developers if the configuration has no devtools: the shell doesn't show their pages then. */
function routedBy(registry: Registry, config: unknown): Registry {
  if (configFields(config).devtools) return registry;
  const remotes = registry.remotes.filter(({ stable }) => !isForDevelopers(stable));
  return { ...registry, remotes };
}

/** Describes the shop around a rendered page: its remotes, with the values of their settings, and its configuration. */
export function surroundingsOf(
  remotes: readonly Pick<RemotePointers, 'stable' | 'values'>[],
  config: unknown,
  language = SOURCE_LANGUAGE,
): PageSurroundings {
  return {
    remotes: remotes.map(({ stable, values }) => {
      const { id, team, version, entry, routes, fragments, languages } = stable;
      return {
        ...{ id, team, version, entry, routes, fragments, files: {} },
        ...(languages && { languages }),
        ...(values && { values: valuesInHtml(values) }),
      };
    }),
    configuration: Object(configOfPage(config)),
    ...(language !== SOURCE_LANGUAGE && { language }),
  };
}

/** What a revision has for the documents in one language. */
interface Edition
  extends Pick<
    Revision,
    'page' | 'markdown' | 'hasMarkdown' | 'pageHeaders' | 'movedTo' | 'declares'
  > {
  readonly complete: CompleteRegistry;
}

interface EditionOptions extends Pick<RevisionOptions, 'renderers' | 'report'> {
  readonly config: unknown;
  readonly origin: string | undefined;
  readonly api: ApiReader | undefined;
}

function createEdition(
  shop: Shop,
  { config, origin, api, renderers, report }: EditionOptions,
): Edition {
  const { registry, template, heads, prerendered, fragments, language } = shop;
  const complete = describeComplete(registry);
  const templates = template === undefined ? [] : [template];
  const routed = routedBy(registry, config);
  const findRoute = rememberLast(routeFinder({ registry: routed, heads, prerendered }));
  const stables = routed.remotes.map(({ stable }) => stable);
  const movedTo = (pathname: string) =>
    findRoute(pathname) ? undefined : newPathOf(stables, pathname);
  const answers = api && createAnswers({ api, report });
  const surroundings = surroundingsOf(routed.remotes, config, language);
  const rendered = api && createRenderedPages({ renderers, api, surroundings, fragments });
  const rights = rightsOf(shop, config);
  const headersOf = memoize((route: ReturnType<typeof findRoute>) => {
    const sheets = route?.page ? [route.page, ...fragments].flatMap((piece) => piece.sheets) : [];
    const styles = sheets.map(({ text }) => text);
    return pageHeaders({ config, rights: rights.of(route?.path), styles }, templates);
  });
  const hasMarkdown = (pathname: string) => {
    const route = findRoute(pathname);
    return answers !== undefined && route?.hasParameters === true && route.call !== undefined;
  };
  return {
    complete,
    markdown:
      template === undefined
        ? undefined
        : createMarkdownPages({ template, origin, findRoute, answers }),
    hasMarkdown,
    page:
      template === undefined
        ? undefined
        : createPages({
            ...{ shop, template, config, origin, complete, findRoute, answers, rendered },
            rights,
          }),
    pageHeaders: (pathname) => headersOf(findRoute(pathname)),
    movedTo,
    declares: (pathname) => (findRoute(pathname) ?? movedTo(pathname)) !== undefined,
  };
}

function createRevision(
  shop: Shop,
  config: unknown,
  {
    origin = configFields(config).origin,
    renderers,
    renderedLanguages,
    report,
    ...readers
  }: RevisionOptions,
): Revision {
  const { registry, previews, problems, translations } = shop;
  const api = apiReader(config, readers);
  const editionOf = (each: Shop) => createEdition(each, { config, origin, api, renderers, report });
  const english = editionOf(shop);
  const editions = new Map(translations.map((each) => [each.language, editionOf(each)]));
  const languages = [...editions.keys()];
  const editionAt = rememberLast(
    (pathname) => editions.get(languageOfPath(pathname, languages)) ?? english,
  );
  const { page, markdown } = english;
  // The problems are sent only to shops with devtools, which list them among the errors.
  const shown = configFields(config).devtools && problems.length > 0 && { problems };
  const texts: Readonly<Record<string, () => string>> = {
    '/registry.json': () => JSON.stringify({ ...registry, previews, ...shown }),
    ...Object.fromEntries(
      translations.map((each) => [
        `/${each.language}/registry.json`,
        () => JSON.stringify({ ...each.registry, previews: each.previews, ...shown }),
      ]),
    ),
    '/config.json': () => JSON.stringify(config),
    // Generated, because commands write it to disk but the registry may have been edited by hand.
    ...Object.fromEntries(
      [english, ...editions.values()].map(({ complete }) => [
        complete.address,
        () => complete.text,
      ]),
    ),
  };
  const documentOf = memoize((pathname: string) => createBody(texts[pathname]?.() ?? ''));
  renderers.follow(
    api
      ? [shop, ...translations]
          .filter(({ language }) => renderedLanguages?.includes(language) ?? true)
          .flatMap(({ prerendered, fragments }) => [...prerendered, ...fragments])
          .flatMap(({ renderer }) => renderer ?? [])
      : [],
  );
  // Pages with English texts are listed once.
  const heads = [shop, ...translations].flatMap(({ language, heads: own }) =>
    own.filter((head) => head.languages.includes(language)),
  );
  return {
    shop,
    config,
    origin,
    page: page && ((requested) => (editionAt(requested.pathname).page ?? page)(requested)),
    markdown:
      markdown && ((requested) => (editionAt(requested.pathname).markdown ?? markdown)(requested)),
    hasMarkdown: (pathname) => editionAt(pathname).hasMarkdown(pathname),
    llms:
      origin && shop.template !== undefined
        ? createBody(
            llmsText({
              ...shopOf(shop.template),
              heads: shop.heads,
              origin,
              apiBaseUrl: configFields(config).apiBaseUrl,
              isServed: api !== undefined,
            }),
          )
        : undefined,
    pageHeaders: (pathname) => editionAt(pathname).pageHeaders(pathname),
    sitemap: createSitemap({ heads, api, report }),
    movedTo: (pathname) => editionAt(pathname).movedTo(pathname),
    declares: (pathname) => editionAt(pathname).declares(pathname),
    document: (pathname) => (Object.hasOwn(texts, pathname) ? documentOf(pathname) : undefined),
  };
}

interface DocumentsOptions extends Readers {
  readonly release: string;
  /** Runtime configuration for a release without a config.json. */
  readonly defaultConfig: object;
  /** Throws an error that names the invalid field of a configuration. By default, every configuration is accepted. */
  readonly checkConfig?: ((config: unknown) => unknown) | undefined;
  /** The shop's public origin. By default `origin` of the runtime configuration. */
  readonly origin?: string | undefined;
  /** Renderers of the live versions' pages; by default new ones. */
  readonly renderers?: Renderers;
  /** Languages whose pages are rendered with their data; by default all of the shop's. */
  readonly renderedLanguages?: readonly string[] | undefined;
  readonly report: (message: string) => void;
}

/** Returns the current revision. It changes when the shop or its configuration has changed. */
export type Documents = () => Revision;

/**
 * Reads the template of the registry's shell. If the registry names no shell, reads the release folder's own
 * index.html, which the last command wrote; undefined if there is none.
 */
function readTemplate(release: string, shell: Registry['shell']): string | undefined {
  const folder = shell ? folderOfVersion(release, shellName, shell.version) : release;
  const file = path.join(folder, 'index.html');
  return shell || existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Creates the documents of a release folder, which may be edited while they are served. Throws a ReleaseError if the
 * folder's config.json is invalid at the start: the default configuration may not suit the shop.
 */
export function createDocuments({
  release,
  defaultConfig,
  checkConfig,
  origin,
  report,
  renderers = createRenderers(report),
  ...readers
}: DocumentsOptions): Documents {
  /**
   * Returns a function that reads a file again when it or the context has changed. A failure is reported once; the last
   * good value is used.
   */
  function cacheFile<T, Context = undefined>(
    file: string,
    initial: T,
    parse: (text: string | undefined, context: Context) => T,
  ): (context: Context) => T {
    let [value, state] = [initial, ''];
    let known: Context | undefined;
    return (context) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      const [before, contextBefore] = [state, known];
      state = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'absent';
      known = context;
      if (state === before && context === contextBefore) return value;
      try {
        value = parse(stats && readFileSync(file, 'utf8'), context);
      } catch (error) {
        report(`${file}: ${messageOf(error)}. The last good one stays in use`);
      }
      return value;
    };
  }

  const initial: Shop = {
    language: SOURCE_LANGUAGE,
    translations: [],
    registry: { format: 2, remotes: [] },
    previews: [],
    problems: [],
    template: readTemplate(release, undefined),
    prerendered: [],
    fragments: [],
    heads: [],
  };
  // Read together, because a template belongs to the registry that names its shell.
  const readShop = cacheFile(registryFile(release), initial, (text, config: unknown) => {
    if (text === undefined) throw new Error('missing');
    const { remoteOrigins } = configFields(config);
    const document: unknown = JSON.parse(text);
    const { registry, problems: ofRemotes } = parseRegistry(document, remoteOrigins);
    const { previews, problems: ofPreviews } = parsePreviews(document);
    const problems = [...ofRemotes, ...ofPreviews];
    const template = readTemplate(release, registry.shell);
    for (const problem of problems) report(`registry.json: left out ${problem}`);
    function shopIn(language: string): Shop {
      const own = registryInLanguage(registry, language);
      return {
        ...{ language, registry: own, problems, template, translations: [] },
        previews: previews.map((preview) => ({
          ...preview,
          remotes: preview.remotes.map((remote) => inLanguage(remote, language)),
        })),
        prerendered: prerenderedPages(release, own),
        fragments: prerenderedFragments(release, own),
        heads: declaredHeads(release, own, language),
      };
    }
    const languages = languagesOf(registry.remotes.flatMap(liveOf));
    return { ...shopIn(SOURCE_LANGUAGE), translations: languages.map(shopIn) };
  });
  function parseConfig(text: string | undefined): unknown {
    if (text === undefined) return defaultConfig;
    const config: unknown = JSON.parse(text);
    requireGrants(config);
    checkConfig?.(configOfPage(config));
    return config;
  }
  const configFile = path.join(release, 'config.json');
  function readFirstConfig(): unknown {
    try {
      return parseConfig(existsSync(configFile) ? readFileSync(configFile, 'utf8') : undefined);
    } catch (error) {
      throw new ReleaseError(`${configFile}: ${messageOf(error)}. Fix it or delete it`);
    }
  }
  const readConfig = cacheFile(configFile, readFirstConfig(), parseConfig);

  let revision: Revision | undefined;
  return () => {
    const config = readConfig(undefined);
    const shop = readShop(config);
    if (revision?.shop !== shop || revision.config !== config) {
      revision = createRevision(shop, config, { origin, renderers, report, ...readers });
    }
    return revision;
  };
}
