import * as v from 'valibot';
import { headProblem, headSchema } from './head.ts';

const modulePath = v.pipe(
  v.string(),
  v.regex(/^\.\/[A-Za-z][\w-]*$/, 'an exposed module is written "./Name"'),
);

const routePath = v.pipe(
  v.string(),
  v.regex(/^\/(?:[\w-]+|:\w+)?(?:\/(?:[\w-]+|:\w+))*$/, 'a route is written "/segment/:param"'),
);

const remoteId = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'an id is lower-case words joined by "-"'),
);

const pageName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'a page’s name is lower-case words joined by "-"'),
);

/** The address of a container: absolute, or from the page's root. */
export const entrySchema = v.pipe(
  v.string(),
  v.regex(/^(?:https?:\/\/|\/)/, 'an entry is an http(s) URL or a path'),
);

const routeSchema = v.object({
  /** The page’s name, unique in the shop: links name the page, so its path may change. */
  page: pageName,
  path: routePath,
  /**
   * Who may open it: anyone, a logged-in shopper, or a logged-out visitor. The shell guards it
   * before it downloads anything of the remote.
   */
  access: v.picklist(['open', 'login', 'visitor']),
  module: modulePath,
});

const uniquePages = <Route extends { readonly page: string }>(
  route: v.GenericSchema<unknown, Route>,
) =>
  v.pipe(
    v.array(route),
    v.check(
      (routes) => new Set(routes.map(({ page }) => page)).size === routes.length,
      'every page is listed once',
    ),
  );

/** What a remote declares: all that the shell knows without running the remote's code. */
export const declarationSchema = v.object({
  id: remoteId,
  team: v.pipe(v.string(), v.nonEmpty('a team has a name')),
  routes: uniquePages(routeSchema),
  /** The modules for slots of the shell's frame, by slot name. */
  slots: v.optional(v.record(v.string(), modulePath), {}),
  /** By page or slot, how many bytes of the remote a visitor to it may download, with brotli. */
  budgets: v.optional(v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1)))),
});

/** A route in remote.json. What follows here is for the build and the server, and no registry has it. */
const builtRouteSchema = v.pipe(
  v.object({
    ...routeSchema.entries,
    /**
     * Whether the release shows the page's HTML before its scripts have arrived. For a page that looks the
     * same to every visitor until its data is there.
     */
    prerender: v.optional(v.boolean(), false),
    /** What the page's HTML says to crawlers. A server writes it. */
    head: v.optional(headSchema),
  }),
  v.check(
    (route) => headProblem(route) === undefined,
    ({ input }) => headProblem(input) ?? '',
  ),
);

/** remote.json: the declaration, and where the remote's development server listens. */
export const remoteJsonSchema = v.object({
  ...declarationSchema.entries,
  routes: uniquePages(builtRouteSchema),
  developmentPort: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(65535)),
});

export type DeclaredRoute = v.InferOutput<typeof routeSchema>;
export type RemoteDeclaration = v.InferOutput<typeof declarationSchema>;
export type RemoteJson = v.InferOutput<typeof remoteJsonSchema>;

/** The name of a remote's container: a JavaScript identifier made from its id. */
export const containerName = (id: string): string => id.replaceAll('-', '_');
