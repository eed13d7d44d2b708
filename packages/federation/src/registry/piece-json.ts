import * as v from 'valibot';
import type { ActiveRemote } from './active-remotes.ts';
import { declarationSchema, routeSchema, slotsSchema, uniquePages } from './declaration.ts';
import { headProblem, headSchema } from './head.ts';
import { isParameter, segmentsOf } from './routes.ts';

// Declarations in the files of a piece's folder. The shell's scripts read registries only, and include none of it.

/** Returns the fault of a route's old addresses, if any. */
function oldAddressProblem({ path, from = [] }: v.InferOutput<typeof routeSchema>) {
  const shapeOf = (address: string) => address.replaceAll(/:\w+/g, ':').toLowerCase();
  const needed = segmentsOf(path).filter(isParameter);
  for (const old of from) {
    if (shapeOf(old) === shapeOf(path)) return `from: ${old} is the path that the page has now`;
    const missing = needed.find((parameter) => !segmentsOf(old).includes(parameter));
    if (missing) return `from: ${old} has not ${missing}, which ${path} needs`;
  }
  return undefined;
}

/** A route in remote.json. The fields that a registry's route lacks are for the build and the server. */
const builtRouteSchema = v.pipe(
  v.object({
    ...routeSchema.entries,
    /**
     * Whether the release shows the page's HTML before its scripts have arrived. For a page that looks the
     * same to every visitor until its data is there.
     */
    prerender: v.optional(v.boolean(), false),
    /**
     * Names of the query parameters that change the page's content. A server that renders the page with its data
     * ignores every other one.
     */
    query: v.optional(v.array(v.pipe(v.string(), v.nonEmpty()))),
    /** Head of the page's HTML, for crawlers. A server writes it. */
    head: v.optional(headSchema),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const route = dataset.value;
    const message = oldAddressProblem(route) ?? headProblem(route, route.head);
    if (message !== undefined) addIssue({ message });
  }),
);

/** remote.json: the declaration, and the port of the remote's development server. */
export const remoteJsonSchema = v.object({
  ...declarationSchema.entries,
  routes: uniquePages(builtRouteSchema),
  developmentPort: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(65535)),
});

/** shell.json: the declaration of the shell. */
export const shellJsonSchema = v.object({
  /** Budget: maximum bytes of the shell, with brotli, that it may have every visitor download. */
  budget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  slots: v.optional(slotsSchema),
});

export type RemoteJson = v.InferOutput<typeof remoteJsonSchema>;
export type ShellJson = v.InferOutput<typeof shellJsonSchema>;

/**
 * HTML of a remote's pages as they look before any data has arrived, by module. Links name pages (`page:cart`);
 * addresses of the remote's own files begin with `remote:`.
 */
export type PrerenderedPages = Readonly<Record<string, string>>;

/** The file of a remote's build that holds its PrerenderedPages. */
export const prerenderedFile = 'prerendered.json';

/**
 * The file of a remote's build that renders its pages in a server: one CommonJS module with a `PageRenderer` as
 * `render`. It is not for browsers: no server of a release sends a file whose name begins with a dot.
 */
export const rendererFile = '.renderer.cjs';

/** A page to be rendered for a visitor who is not logged in. */
export interface PageRequest {
  readonly module: string;
  /** The declared path, with its parameters. `address` is the requested path and query. */
  readonly path: string;
  readonly address: string;
}

/** The shop around the page: its live remotes, and the settings that pages depend on. */
export interface PageSurroundings {
  readonly remotes: readonly ActiveRemote[];
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** HTML of a page with its data, and the data as JSON, for the browser that hydrates it. */
export interface RenderedPage {
  readonly html: string;
  readonly seed: string;
}

/**
 * Renders a page. `fetch` answers calls of the API. Resolves to undefined when the API lacks the data that the page
 * shows, and rejects when the page itself fails.
 */
export type PageRenderer = (
  request: PageRequest,
  surroundings: PageSurroundings,
  fetch: (url: string) => Promise<Response>,
) => Promise<RenderedPage | undefined>;
