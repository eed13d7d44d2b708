import { configFields } from '@patchwork/build/policy';
import {
  isParameter,
  matchRoute,
  NAMED_PAGE,
  namesOfHead,
  ownsRest,
  type PageRights,
  type Preview,
  pageRegistry,
  parametersOf,
  type Registry,
  segmentsOf,
} from '@patchwork/host';
import {
  type DeclaredHead,
  fillHead,
  fillPath,
  shopOf,
  writeHead,
} from '../release-folder/page/head.ts';
import { missingMarkdown, writeMarkdown } from '../release-folder/page/markdown.ts';
import {
  type ComposedPage,
  type PrerenderedFragment,
  type PrerenderedPage,
  preloadCall,
  renderPage,
} from '../release-folder/page/page.ts';
import { liveOf } from '../release-folder/registry.ts';
import type { CompleteRegistry } from '../release-folder/root-files.ts';
import type { Answer, Answers, Question } from '../render/api-answers.ts';
import type { RenderedPages } from '../render/rendered-pages.ts';
import { type Body, createBody } from './send.ts';

/** Content of a release folder at one point in time, as documents in a language have it. */
export interface Shop {
  readonly language: string;
  /** The same in each other language; none of a shop that is itself in another. */
  readonly translations: readonly Shop[];
  readonly registry: Registry;
  readonly previews: readonly Preview[];
  /** A sentence for each part of the registry that was left out. */
  readonly problems: readonly string[];
  /** Template of the page; undefined if the release has neither a shell nor an index.html. */
  readonly template: string | undefined;
  readonly prerendered: readonly PrerenderedPage[];
  readonly fragments: readonly PrerenderedFragment[];
  readonly heads: readonly DeclaredHead[];
}

/** A path that a remote declares, with what is needed to send its page. */
export interface ShopRoute {
  readonly path: string;
  /** Declaration of the path with its head; undefined if only a canary declares it. */
  readonly declared: DeclaredHead | undefined;
  /** Whether the path has parameters or ends with '/*'. The content then depends on the path, not on the query. */
  readonly hasParameters: boolean;
  readonly page: PrerenderedPage | undefined;
  /** API call whose response fills the page's head; undefined if the head needs none. */
  readonly call: string | undefined;
  /** Names of the values that the head uses from the response. */
  readonly names: readonly string[];
}

const declaredPaths = ({ remotes }: Registry): Set<string> =>
  new Set(remotes.flatMap(liveOf).flatMap(({ routes }) => routes.map(({ path }) => path)));

const pageAt = (prerendered: readonly PrerenderedPage[], path: string) =>
  prerendered.find(({ remote, module }) =>
    remote.routes.some((route) => route.path === path && route.module === module),
  );

type Declared = Pick<Shop, 'registry' | 'heads' | 'prerendered'>;

/** Key of a literal path. The router ignores its case and slashes at its end. */
const keyOf = (path: string): string => path.toLowerCase().replace(/\/+$/, '');

/** Returns a function that finds the route of a requested path; undefined if no remote declares the path. */
export function routeFinder({
  registry,
  heads,
  prerendered,
}: Declared): (pathname: string) => ShopRoute | undefined {
  const headOf = new Map(heads.map((declared) => [declared.path, declared]));
  const routes = [...declaredPaths(registry)].map((path): ShopRoute => {
    const declared = headOf.get(path);
    const names = declared?.head ? namesOfHead(declared.head) : [];
    const hasParameters = segmentsOf(path).some(isParameter) || ownsRest(path);
    const page = pageAt(prerendered, path);
    return { path, declared, hasParameters, page, call: declared?.head?.data, names };
  });
  // Looks up literal paths, which win, and matches only the others: to match all routes of 100 remotes takes twelve times
  // as long as everything else.
  const literal = new Map(
    routes
      .filter(({ hasParameters }) => !hasParameters)
      .map((route) => [keyOf(route.path), route] as const),
  );
  const others = routes.filter(({ hasParameters }) => hasParameters);
  return (pathname) =>
    literal.get(keyOf(pathname)) ?? matchRoute([{ routes: others }], pathname)?.route;
}

interface Requested {
  readonly pathname: string;
  readonly query: string;
}

/**
 * Returns the API request that a page needs; undefined if it needs no data, or if a query such as a filter may change
 * its content.
 */
function questionOf(route: ShopRoute, { pathname, query }: Requested): Question | undefined {
  const { path, hasParameters, call, names } = route;
  if (call === undefined || (query !== '' && !hasParameters)) return undefined;
  const parameters = parametersOf(path, pathname);
  return { address: fillPath(path, parameters), call: fillPath(call, parameters), names };
}

/** Returns the address to render a page for, with only the query parameters that the page declares. */
function addressOf(route: ShopRoute, { pathname, query }: Requested): string {
  if (!route.hasParameters && query === '') return route.path;
  const known = new URLSearchParams(query);
  for (const name of new Set(known.keys())) {
    if (!route.declared?.query.includes(name)) known.delete(name);
  }
  known.sort();
  return `${fillPath(route.path, parametersOf(route.path, pathname))}?${known}`.replace(/\?$/, '');
}

export interface Page {
  /** 503 if the path may belong to a remote that is unreadable. */
  readonly status: 200 | 404 | 503;
  readonly body: Body;
}

export type Pages = (requested: Requested) => Page | Promise<Page>;

interface PagesOptions {
  readonly shop: Shop;
  readonly template: string;
  readonly config: unknown;
  readonly origin: string | undefined;
  readonly complete: CompleteRegistry;
  readonly findRoute: ReturnType<typeof routeFinder>;
  readonly answers: Answers | undefined;
  readonly rendered: RenderedPages | undefined;
  readonly rights: PageRights;
}

/** Server-side data of a page: the values of its head, and its HTML with data. */
interface Found {
  readonly answer?: Answer | undefined;
  readonly rendered?: ComposedPage | undefined;
}

/**
 * Returns the prerendered page at a route, if there is one that a visitor who isn't logged in may see. The HTML of a
 * page behind a login stays in a template: without a session, the login stands in its place.
 */
function firstOf({ path, page }: ShopRoute, rendered: ComposedPage | undefined) {
  const route = page?.remote.routes.find((each) => each.path === path);
  return page && route && route.access !== 'login'
    ? { page, name: route.page, rendered }
    : undefined;
}

/** Returns a function that creates a page's body at the first request, and reuses it later. */
function createBodies({
  shop,
  template,
  config,
  origin,
  complete,
  rights,
}: PagesOptions): (route: ShopRoute | undefined, found: Found) => Body {
  const fields = configFields(config);

  function make(
    route: ShopRoute | undefined,
    path: string | undefined,
    { answer, rendered }: Found,
  ): Body {
    const { registry, prerendered } = shop;
    const embedded = pageRegistry(registry, {
      route: route?.path ?? '',
      complete,
    });
    const head =
      route?.declared && fillHead(route.declared, { origin, path, values: answer?.values });
    const headed = head ? writeHead(template, head) : template;
    const isAsked = answer && !rendered && route?.hasParameters;
    const page = renderPage(headed, {
      ...{ registry: embedded, config, prerendered, language: shop.language },
      ...{ rights: rights.of(route?.path), elsewhere: rights.elsewhere(route?.path) },
      first: route && firstOf(route, rendered),
      preload: isAsked ? preloadCall(answer.call, fields) : undefined,
    });
    return createBody(page, answer || rendered ? 'seldom' : 'often');
  }

  /** Returns a page without data: the same body for all paths of a route, and another for all undeclared paths. */
  function plainOf(route: ShopRoute | undefined): Body {
    const path = route?.hasParameters ? undefined : route?.path;
    const body = plain.get(route) ?? make(route, path, {});
    plain.set(route, body);
    return body;
  }

  /** Returns a page with data. It is cached until its HTML or the response for its head is replaced. */
  function filledOf(route: ShopRoute, key: object, found: Found): Body {
    const { answer } = found;
    const known = filled.get(key);
    if (known && known.answer === answer) return known.body;
    const path = answer?.address ?? (route.hasParameters ? undefined : route.path);
    const body = make(route, path, found);
    filled.set(key, { answer, body });
    return body;
  }

  const plain = new Map<ShopRoute | undefined, Body>();
  const filled = new WeakMap<
    object,
    { readonly answer: Answer | undefined; readonly body: Body }
  >();
  return (route, { answer, rendered }) => {
    const key = rendered ?? answer;
    return route && key && answer?.isFound !== false
      ? filledOf(route, key, { answer, rendered })
      : plainOf(route);
  };
}

/** Whether a path names a page ('/named-page/…'). The shell redirects it to the page's own path. */
const namesPage = ({ remotes }: Registry, pathname: string): boolean =>
  remotes.some(({ stable }) =>
    stable.routes.some(({ page }) => pathname === `${NAMED_PAGE}${page}`),
  );

export function createPages(options: PagesOptions): Pages {
  const { findRoute, answers, shop } = options;
  const renderRoute = (route: ShopRoute, page: PrerenderedPage, requested: Requested) => {
    const { path } = route;
    const { module } = page;
    return options.rendered?.(page, { module, path, address: addressOf(route, requested) });
  };
  const bodyOf = createBodies(options);

  function statusOf(pathname: string, route?: ShopRoute, answer?: Answer): Page['status'] {
    // Lists can be shown without data; a product's page can't.
    if (route) return answer?.isFound !== false || !route.hasParameters ? 200 : 404;
    if (namesPage(shop.registry, pathname)) return 200;
    return shop.registry.incomplete ? 503 : 404;
  }

  return (requested) => {
    const route = findRoute(requested.pathname);
    const pageOf = (found: Found): Page => ({
      status: statusOf(requested.pathname, route, found.answer),
      body: bodyOf(route, found),
    });
    const question = route && answers && questionOf(route, requested);
    const answer = question && answers(question);
    const rendered = route?.page && renderRoute(route, route.page, requested);
    if (!(answer instanceof Promise) && !(rendered instanceof Promise))
      return pageOf({ answer, rendered });
    return Promise.all([answer, rendered]).then(([found, html]) =>
      pageOf({ answer: found, rendered: html }),
    );
  };
}

/**
 * Returns a page as Markdown; undefined if the server can't describe it: its head names no call, or the API has not
 * answered in time.
 */
export type MarkdownPages = (requested: Requested) => Page | undefined | Promise<Page | undefined>;

export function createMarkdownPages({
  template,
  origin,
  findRoute,
  answers,
}: Pick<PagesOptions, 'template' | 'origin' | 'findRoute' | 'answers'>): MarkdownPages {
  const { shop } = shopOf(template);
  const made = new WeakMap<Answer, Page>();

  function make({ declared }: ShopRoute, answer: Answer): Page | undefined {
    if (!declared) return undefined;
    if (!answer.isFound) return { status: 404, body: createBody(missingMarkdown(shop), 'seldom') };
    const head = fillHead(declared, { origin, path: answer.address, values: answer.values });
    return { status: 200, body: createBody(writeMarkdown(head, shop), 'seldom') };
  }

  return (requested) => {
    const route = findRoute(requested.pathname);
    const question = route?.hasParameters && answers && questionOf(route, requested);
    if (!question) return undefined;
    const pageOf = (answer: Answer | undefined) => {
      const page = answer && (made.get(answer) ?? make(route, answer));
      if (page) made.set(answer, page);
      return page;
    };
    const answer = answers(question);
    return answer instanceof Promise ? answer.then(pageOf) : pageOf(answer);
  };
}
