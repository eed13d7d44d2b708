import * as v from 'valibot';
import { declarationSchema, routeSchema, slotsSchema, uniquePages } from './declaration.ts';
import { headProblem, headSchema } from './head.ts';
import { isParameter, segmentsOf } from './routes.ts';

// Declarations in the files of a piece's folder. The shell's scripts read registries only, and have no part of this.

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

/** A route in remote.json. The rest of this file is for the build and the server, and no registry has it. */
const builtRouteSchema = v.pipe(
  v.object({
    ...routeSchema.entries,
    /**
     * Whether the release shows the page's HTML before its scripts have arrived. For a page that looks the
     * same to every visitor until its data is there.
     */
    prerender: v.optional(v.boolean(), false),
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

/** remote.json: the declaration, and where the remote's development server listens. */
export const remoteJsonSchema = v.object({
  ...declarationSchema.entries,
  routes: uniquePages(builtRouteSchema),
  developmentPort: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(65535)),
});

/** shell.json: what the shell declares. */
export const shellJsonSchema = v.object({
  /** Bytes, with brotli, that every visitor may download of it. */
  budget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  slots: v.optional(slotsSchema),
});

export type RemoteJson = v.InferOutput<typeof remoteJsonSchema>;
export type ShellJson = v.InferOutput<typeof shellJsonSchema>;

/**
 * Prerendered HTML of a remote's pages, by module: the first one whose placeholders (`{product.title}`) the
 * server knows is shown. Links name pages (`page:cart`, `page:product?productId={product._id}`); addresses of
 * the remote's own files begin with `remote:`.
 */
export type PrerenderedPages = Readonly<Record<string, readonly string[]>>;

/** The file of a remote's build that holds them. */
export const prerenderedFile = 'prerendered.json';
