import { matchRoute, pageRegistry, type Registry } from '@patchwork/federation';
import { describeComplete } from '../folder/complete-registry.ts';
import type { PrerenderedPage } from '../folder/prerendered.ts';
import { renderPage } from '../folder/render-page.ts';
import { type Body, createBody } from './body.ts';

export interface Shop {
  readonly registry: Registry;
  /** The shell's template; undefined while the release holds no shell. */
  readonly template: string | undefined;
  readonly prerendered: readonly PrerenderedPage[];
}

/** What a server sends until the shop or its configuration changes. Each body is made at its first request. */
export interface Revision {
  readonly shop: Shop;
  readonly config: unknown;
  /** The page for a path; undefined while the release holds no shell. */
  page: (pathname: string) => Body | undefined;
  /** A document that is not read from the disk; undefined where a path names none. */
  document: (pathname: string) => Body | undefined;
}

/** Every path that a live version declares. */
function declaredPaths({ remotes }: Registry): readonly { readonly path: string }[] {
  const live = remotes.flatMap(({ stable, canary }) => [
    stable,
    ...(canary ? [canary.release] : []),
  ]);
  const paths = new Set(live.flatMap(({ routes }) => routes.map((route) => route.path)));
  return [...paths].map((path) => ({ path }));
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

export function createRevision(shop: Shop, config: unknown): Revision {
  const { registry, template, prerendered } = shop;
  const complete = describeComplete(registry);
  const routes = declaredPaths(registry);
  // Looked up first: comparing a path with the routes of 100 remotes takes longer than the rest.
  const literal = new Map(routes.map(({ path }) => [path, path]));
  const routeOf = (pathname: string): string | undefined =>
    literal.get(pathname) ?? matchRoute([{ routes }], pathname)?.route.path;
  const pageOf = memoize((route) => {
    if (template === undefined) return undefined;
    const embedded = pageRegistry(registry, { route, complete: complete.address });
    return createBody(renderPage(template, { registry: embedded, config, prerendered }));
  });
  const texts: Readonly<Record<string, () => string>> = {
    '/registry.json': () => JSON.stringify(registry),
    '/config.json': () => JSON.stringify(config),
    // The disk has it only after a command, and the registry may have been edited by hand.
    [complete.address]: () => complete.text,
  };
  const documentOf = memoize((pathname) => createBody(texts[pathname]?.() ?? ''));
  return {
    shop,
    config,
    // All paths that no remote declares have the same page, and all products have one.
    page: (pathname) => pageOf(routeOf(pathname) ?? ''),
    document: (pathname) => (Object.hasOwn(texts, pathname) ? documentOf(pathname) : undefined),
  };
}
