import { isForDevelopers, newPathOf, type Registry } from '@patchwork/federation';
import { describeComplete } from '../folder/complete-registry.ts';
import { configFields } from '../folder/config-fields.ts';
import { type HeaderFields, pageHeaders } from '../policy/page-headers.ts';
import { createAnswers } from './answers.ts';
import { apiReader, type Readers } from './api-reader.ts';
import { type Body, createBody } from './body.ts';
import { routeFinder } from './find-route.ts';
import { createPages, type Pages } from './pages.ts';
import type { Shop } from './shop.ts';
import { createSitemap, type Sitemap } from './sitemap.ts';

/** What a server sends until the shop or its configuration changes. Each body is made at its first request. */
export interface Revision {
  readonly shop: Shop;
  readonly config: unknown;
  /**
   * The shop's public address. Without one no page has an absolute address: a request's Host header may
   * name any host, and a page may be kept for others.
   */
  readonly origin: string | undefined;
  /** Undefined while the release holds no shell. */
  readonly page: Pages | undefined;
  /** Of every page. */
  readonly pageHeaders: HeaderFields;
  readonly sitemap: Sitemap;
  /** The path that an old address of a page leads to; undefined for any other address. */
  readonly movedTo: (pathname: string) => string | undefined;
  /** Whether a remote declares a path, now or as an old address. */
  readonly declares: (pathname: string) => boolean;
  /** A document that is not read from the disk; undefined where a path names none. */
  document: (pathname: string) => Body | undefined;
}

interface RevisionOptions extends Readers {
  readonly origin: string | undefined;
  readonly report: (message: string) => void;
}

/** Returns the value that belongs to a key; makes it when it is asked for the first time. */
function memoize<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, { readonly value: Value }>();
  return (key) => {
    const entry = made.get(key) ?? { value: make(key) };
    made.set(key, entry);
    return entry.value;
  };
}

/** As the shell has it: without devtools in the configuration, a remote for developers has no pages. */
function routedBy(registry: Registry, config: unknown): Registry {
  if (configFields(config).devtools) return registry;
  const remotes = registry.remotes.filter(({ stable }) => !isForDevelopers(stable));
  return { ...registry, remotes };
}

export function createRevision(
  shop: Shop,
  config: unknown,
  { origin = configFields(config).origin, report, ...readers }: RevisionOptions,
): Revision {
  const { registry, previews, template, heads, prerendered } = shop;
  const complete = describeComplete(registry);
  const api = apiReader(config, readers);
  const templates = template === undefined ? [] : [template];
  const texts: Readonly<Record<string, () => string>> = {
    '/registry.json': () => JSON.stringify({ ...registry, previews }),
    '/config.json': () => JSON.stringify(config),
    // The disk has it only after a command, and the registry may have been edited by hand.
    [complete.address]: () => complete.text,
  };
  const documentOf = memoize((pathname) => createBody(texts[pathname]?.() ?? ''));
  const routed = routedBy(registry, config);
  const findRoute = routeFinder({ registry: routed, heads, prerendered });
  const stables = routed.remotes.map(({ stable }) => stable);
  const movedTo = (pathname: string) =>
    findRoute(pathname) ? undefined : newPathOf(stables, pathname);
  const answers = api && createAnswers({ api, report });
  return {
    shop,
    config,
    origin,
    page:
      template === undefined
        ? undefined
        : createPages({ shop, template, config, origin, complete, findRoute, answers }),
    pageHeaders: pageHeaders(config, templates),
    sitemap: createSitemap({ heads, api, report }),
    movedTo,
    declares: (pathname) => (findRoute(pathname) ?? movedTo(pathname)) !== undefined,
    document: (pathname) => (Object.hasOwn(texts, pathname) ? documentOf(pathname) : undefined),
  };
}
