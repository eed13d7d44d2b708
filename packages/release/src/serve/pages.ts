import { NAMED_PAGE, pageRegistry, type Registry } from '@patchwork/federation';
import type { CompleteRegistry } from '../folder/complete-registry.ts';
import { configFields } from '../folder/config-fields.ts';
import { renderPage } from '../folder/render-page.ts';
import { fillHead } from '../head/fill-head.ts';
import { preloadCall } from '../head/first-words.ts';
import { writeHead } from '../head/write-head.ts';
import type { Answer, Answers } from './answers.ts';
import { type Body, createBody } from './body.ts';
import { questionOf, type Requested, type routeFinder, type ShopRoute } from './find-route.ts';
import type { Shop } from './shop.ts';

/** A page as it is sent. */
export interface Page {
  /** 503: the path may be that of a remote which can't be read. */
  readonly status: 200 | 404 | 503;
  readonly body: Body;
}

/** Returns the page for a request. */
export type Pages = (requested: Requested) => Page | Promise<Page>;

interface PagesOptions {
  readonly shop: Shop;
  readonly template: string;
  readonly config: unknown;
  /** The shop's public address, where it is known. */
  readonly origin: string | undefined;
  readonly complete: CompleteRegistry;
  readonly findRoute: ReturnType<typeof routeFinder>;
  /** Undefined while there is nothing that a server can ask. */
  readonly answers: Answers | undefined;
}

/** Returns the body of a page, which is made at its first request. */
function createBodies({
  shop,
  template,
  config,
  origin,
  complete,
}: PagesOptions): (route: ShopRoute | undefined, answer: Answer | undefined) => Body {
  const fields = configFields(config);

  function make(
    route: ShopRoute | undefined,
    known: { readonly path: string | undefined; readonly answer?: Answer },
  ): Body {
    const { registry, prerendered } = shop;
    const { path, answer } = known;
    const embedded = pageRegistry(registry, {
      route: route?.path ?? '',
      complete,
    });
    const head =
      route?.declared && fillHead(route.declared, { origin, path, values: answer?.values });
    const headed = head ? writeHead(template, head) : template;
    const values = answer?.values;
    const preload = answer && route?.hasParameters ? preloadCall(answer.call, fields) : undefined;
    const page = renderPage(headed, { registry: embedded, config, prerendered, values, preload });
    return createBody(page, answer ? 'seldom' : 'often');
  }

  /** All paths that no remote declares have the same page, and so have all products without data. */
  function makePlain(route: ShopRoute | undefined): Body {
    const path = route?.hasParameters ? undefined : route?.path;
    const body = make(route, { path });
    plain.set(route, body);
    return body;
  }

  function makeFilled(route: ShopRoute, answer: Answer): Body {
    const body = make(route, { path: answer.address, answer });
    filled.set(answer, body);
    return body;
  }

  const plain = new Map<ShopRoute | undefined, Body>();
  /** The page of one product is kept as long as its answer. */
  const filled = new WeakMap<Answer, Body>();
  return (route, answer) =>
    route && answer?.isFound
      ? (filled.get(answer) ?? makeFilled(route, answer))
      : (plain.get(route) ?? makePlain(route));
}

/** Whether it is the address of a page by its name, which the shell forwards to the page's path. */
const namesPage = ({ remotes }: Registry, pathname: string): boolean =>
  remotes.some(({ stable }) =>
    stable.routes.some(({ page }) => pathname === `${NAMED_PAGE}${page}`),
  );

export function createPages(options: PagesOptions): Pages {
  const { findRoute, answers, shop } = options;
  const bodyOf = createBodies(options);

  function statusOf(pathname: string, route?: ShopRoute, answer?: Answer): Page['status'] {
    // Without its data a list is still a page; a product is none.
    if (route) return answer?.isFound !== false || !route.hasParameters ? 200 : 404;
    if (namesPage(shop.registry, pathname)) return 200;
    return shop.registry.incomplete ? 503 : 404;
  }

  return (requested) => {
    const route = findRoute(requested.pathname);
    const pageOf = (answer?: Answer): Page => ({
      status: statusOf(requested.pathname, route, answer),
      body: bodyOf(route, answer),
    });
    const question = route && answers && questionOf(route, requested);
    if (!question) return pageOf();
    const answer = answers(question);
    return answer instanceof Promise ? answer.then(pageOf) : pageOf(answer);
  };
}
