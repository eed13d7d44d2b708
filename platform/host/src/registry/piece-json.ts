import * as v from 'valibot';
import type { ActiveRemote } from './active-remotes.ts';
import {
  declarationSchema,
  fragmentSchema,
  modulePath,
  name,
  pageName,
  routeSchema,
  slotsSchema,
  uniquePages,
} from './declaration.ts';
import { headProblem, headSchema, objectOf } from './head.ts';
import { SOURCE_LANGUAGE } from './language.ts';
import { isOpen } from './pages-and-slots.ts';
import { rightsSchema } from './rights.ts';
import { collide, isParameter, NAMED_PAGE, ownsRest, segmentsOf } from './routes.ts';

// Schemas of the JSON files in a piece's folder. They are not in the same file as the registry's schemas, because the
// shell's scripts must not bundle them.

/**
 * Whether a path belongs to a file or an API call. A server never answers such a path with a page, because HTML can't
 * stand in for a missing script.
 */
export const isPageless = (pathname: string): boolean =>
  /^\/(?:(?:static|remotes|shell|images|api)(?:\/|$)|_headers)/.test(pathname);

/** Returns a sentence that says what is wrong with a route's addresses; undefined if nothing is. */
function addressProblem({ path, from = [] }: v.InferOutput<typeof routeSchema>) {
  for (const address of [path, ...from]) {
    if (isPageless(address)) {
      return `a server has files or API calls at ${address} and never the page: choose another path`;
    }
    if (address.toLowerCase().startsWith(NAMED_PAGE)) {
      return `the shop forwards ${address} to the page of that name: choose another path`;
    }
    if (ownsRest(address) && isParameter(segmentsOf(address)[0] ?? '')) {
      return `${address} would own pages of every remote: begin the path with a fixed word`;
    }
    if (address.includes('//')) return `${address} begins with two slashes: leave one out`;
    const parameters = segmentsOf(address).filter(isParameter);
    const twice = parameters.find((each, index) => parameters.indexOf(each) !== index);
    if (twice) return `${address} has ${twice} twice: rename one of them`;
  }
  return undefined;
}

/** Returns a sentence that says what is wrong with a route's former addresses; undefined if nothing is. */
function oldAddressProblem({ path, from = [] }: v.InferOutput<typeof routeSchema>) {
  const shapeOf = (address: string) => address.replaceAll(/:\w+/g, ':').toLowerCase();
  const needed = segmentsOf(path).filter(isParameter);
  for (const old of from) {
    if (shapeOf(old) === shapeOf(path)) return `from: ${old} is the path that the page has now`;
    if (ownsRest(old) && !ownsRest(path)) {
      return `from: ${old} has all addresses below it, which ${path} has not: end both with /*`;
    }
    const missing = needed.find((parameter) => !segmentsOf(old).includes(parameter));
    if (missing) return `from: ${old} has not ${missing}, which ${path} needs`;
  }
  return undefined;
}

/** Maximum length of a link's label in characters: the frame shows several beside each other. */
const MAX_LABEL = 24;

/** Returns a sentence that says what is wrong with a route's link; undefined if nothing is. */
function linkProblem({ path, link }: v.InferOutput<typeof routeSchema>) {
  const parameter = segmentsOf(path).find(isParameter);
  if (!link || !parameter) return undefined;
  return `link: no link in the frame can give ${parameter} of ${path}: link a page without parameters`;
}

/** A route in remote.json. The fields that routes in the registry lack are used only by the build and the server. */
const builtRoute = v.object({
  ...routeSchema.entries,
  link: v.optional(
    objectOf({
      label: v.pipe(
        v.string(),
        v.nonEmpty('a link has a label'),
        v.maxLength(MAX_LABEL, `a link’s label has at most ${MAX_LABEL} characters`),
      ),
      order: v.optional(v.number()),
    }),
  ),
  /**
   * Whether the page is prerendered: its HTML is shown before its scripts arrive. Suits pages that look the same to
   * every visitor until their data arrives. Of a page that owns everything below its path, only a server with the API
   * renders HTML: that of the build would be the same at each address.
   */
  prerender: v.optional(v.boolean(), false),
  /** Query parameters that change the page's content. Server rendering ignores all others. */
  query: v.optional(v.array(v.pipe(v.string(), v.nonEmpty()))),
  /** Metadata of the page for crawlers. The server writes it into the HTML. */
  head: v.optional(headSchema),
});

/** Schema of the routes in a published remote.json. It skips checks that an older version may not pass. */
export const publishedRoutesSchema = v.object({ routes: v.array(builtRoute) });

const builtRouteSchema = v.pipe(
  objectOf(builtRoute.entries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const route = dataset.value;
    const message =
      addressProblem(route) ??
      oldAddressProblem(route) ??
      linkProblem(route) ??
      headProblem(route, route.head);
    if (message !== undefined) addIssue({ message });
  }),
);

/** Returns a sentence about two paths of a remote that have an address in common; undefined if there are none. */
function doubleProblem(routes: readonly v.InferOutput<typeof builtRoute>[]) {
  const paths = routes.flatMap(({ path, from = [] }) => [path, ...from]);
  for (const [index, path] of paths.entries()) {
    const other = paths.slice(0, index).find((each) => collide(each, path));
    if (other === path) return `${path} is there twice: choose another path`;
    if (other) return `${path} has addresses in common with ${other}: choose another path`;
  }
  return undefined;
}

/**
 * An id whose container has a global name of its own. Names of a browser's globals have no "_", which stands for "-":
 * `history` would be the browser's. The chunks of mfe-gifts are in the global `chunk_mfe_gifts`.
 */
const ownId = v.pipe(
  declarationSchema.entries.id,
  v.check(
    (id) => id.includes('-'),
    ({ input }) =>
      `“${input}” is one word, which may be the name of a global of the browser, as history is: write two or more, as in mfe-${input}`,
  ),
  v.check(
    (id) => !id.startsWith('chunk-'),
    'an id may not begin with chunk-, as the names of the bundler’s globals do',
  ),
);

/** What an own API begins with: '/api/gift-notes', or 'https://api.gifts.example/v1'. */
const apiBase = v.pipe(
  v.string(),
  v.check(
    (base) =>
      /^\/api(?:\/[\w-]+)+$/.test(base) || (/^https?:\/\/[^?#]+$/.test(base) && URL.canParse(base)),
    ({ input }) => `“${input}” is no API: write "/api/gift-notes" or "https://api.example.com"`,
  ),
);

const builtFragment = v.pipe(
  objectOf(fragmentSchema.entries),
  v.check(
    ({ prerender, access }) => !prerender || isOpen(access),
    '"prerender" puts one HTML before every visitor: leave it out, or give the fragment the access "open"',
  ),
);

const storeSchema = v.object({
  /** Scope: 'tab' is one tab, 'shopper' one shopper in all tabs, 'shop' all users of this browser. */
  scope: v.picklist(['shop', 'shopper', 'tab']),
  /** Purpose, as a sentence for the privacy page and the devtools. */
  purpose: v.pipe(v.string(), v.nonEmpty('a stored value has a purpose')),
});

/** Maximum length of a setting's text in characters: a value that is set is in the HTML of every page. */
const MAX_TEXT = 200;

const settingText = v.pipe(
  v.string(),
  v.maxLength(MAX_TEXT, `a setting’s text has at most ${MAX_TEXT} characters`),
);

const purposeOfSetting = v.pipe(v.string(), v.nonEmpty('a setting has a purpose'));

const typeMessage = 'a setting’s type is "boolean", "number", "text" or "choice"';

/** A setting: its type, its default, and its purpose as a sentence for the devtools. */
const settingSchema = v.variant(
  'type',
  [
    objectOf({ type: v.literal('boolean'), default: v.boolean(), purpose: purposeOfSetting }),
    objectOf({
      ...{ type: v.literal('number'), default: v.pipe(v.number(), v.finite()) },
      purpose: purposeOfSetting,
    }),
    objectOf({ type: v.literal('text'), default: settingText, purpose: purposeOfSetting }),
    v.pipe(
      objectOf({
        ...{ type: v.literal('choice'), default: settingText, purpose: purposeOfSetting },
        choices: v.pipe(
          v.array(settingText),
          v.minLength(2, 'a choice has two or more choices'),
          v.check((all) => new Set(all).size === all.length, 'every choice is listed once'),
        ),
      }),
      v.check(
        ({ choices, default: first }) => choices.includes(first),
        ({ input }) =>
          `the default “${Object(input).default}” is no choice: add it to "choices", or name one of them`,
      ),
    ),
  ],
  typeMessage,
);

/** Maximum length of a repository's address in characters. */
const MAX_ADDRESS = 200;

function isWebPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username + password === '';
}

/** Address of the web page with the remote's sources. Only developers get it: the devtools read remote.json. */
const repository = v.pipe(
  v.string(),
  v.maxLength(MAX_ADDRESS, `a repository’s address has at most ${MAX_ADDRESS} characters`),
  v.check(
    isWebPage,
    ({ input }) =>
      `“${input}” is not the address of a web page: write "https://git.example/mfe-gifts", without a user’s name`,
  ),
);

/** A language of texts beside English, as a browser names it and as the first segment of its addresses. */
const languageCode = v.pipe(
  v.string(),
  v.check(
    (code) => /^[a-z]{2,3}$/.test(code) && code !== SOURCE_LANGUAGE,
    ({ input }) =>
      input === SOURCE_LANGUAGE
        ? 'English is always there: leave it out'
        : `“${input}” is no language: write its code, as in hi`,
  ),
);

/** remote.json: the declaration, and the development server's port. */
export const remoteJsonSchema = objectOf({
  ...declarationSchema.entries,
  id: ownId,
  repository: v.optional(repository),
  languages: v.optional(
    v.pipe(
      v.array(languageCode),
      v.check((all) => new Set(all).size === all.length, 'every language is listed once'),
    ),
  ),
  apis: v.optional(v.record(apiBase, modulePath)),
  stores: v.optional(v.record(name('a stored name'), storeSchema)),
  settings: v.optional(v.record(name('a setting’s name'), settingSchema)),
  budgets: v.optional(v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1)))),
  fragments: v.optional(v.record(v.string(), builtFragment), {}),
  routes: v.pipe(
    uniquePages(builtRouteSchema),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? doubleProblem(dataset.value) : undefined;
      if (message !== undefined) addIssue({ message });
    }),
  ),
  rights: v.optional(rightsSchema),
  developmentPort: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(65535)),
});

export const shellJsonSchema = v.object({
  /** Budget: maximum bytes that every visitor downloads from the shell, compressed with brotli. */
  budget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  slots: v.optional(slotsSchema),
  /**
   * Pages that the shell's guard redirects to, by the access that the visitor lacks: those who are not logged in from
   * pages with "login", those who are logged in from pages with "visitor".
   */
  redirects: v.optional(v.object({ login: v.optional(pageName), visitor: v.optional(pageName) })),
});

export type RemoteJson = v.InferOutput<typeof remoteJsonSchema>;
export type ShellJson = v.InferOutput<typeof shellJsonSchema>;

/**
 * Prerendered HTML of a remote's pages, by module. Links name pages (`page:cart`); addresses of the remote's own files
 * begin with `remote:`.
 */
export type PrerenderedPages = Readonly<Record<string, string>>;

/** File of a remote's build that contains its PrerenderedPages. */
export const prerenderedFile = 'prerendered.json';

/**
 * File of a remote's build that renders its pages and fragments on a server: a CommonJS module that exports a
 * `PageRenderer` as `render`. Its name begins with a dot, because web servers never send such files of a release.
 */
export const rendererFile = '.renderer.cjs';

/** A fragment's place in a page. */
export interface FragmentPlace {
  /** Id of the fragment's remote. */
  readonly remote: string;
  readonly slot: string;
  /** The props that the page passes to the fragment, as JSON. */
  readonly props: string;
}

/** A page to render for a logged-out visitor, or a fragment in that page. */
export interface PageRequest {
  readonly module: string;
  /** Declared path of the page, with parameters. */
  readonly path: string;
  /** Requested path and query. */
  readonly address: string;
  /** The fragment to render, with the seed of the page around it, whose data it shows; undefined for the page. */
  readonly fragment?: (FragmentPlace & { readonly seed: string }) | undefined;
}

/** Place of a fragment in a page's HTML: from the character `start` to the one before `end`. */
export interface FragmentHole extends FragmentPlace {
  readonly start: number;
  readonly end: number;
}

/** The shop around the page: its live remotes, and its runtime configuration as pages get it. */
export interface PageSurroundings {
  /** As a document in the language has them. */
  readonly remotes: readonly ActiveRemote[];
  /** Language of the document; English by default. */
  readonly language?: string | undefined;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * HTML of a page or fragment with its data, and the data as JSON for hydration. A fragment's seed has only what the
 * page's lacks.
 */
export interface RenderedPage {
  readonly html: string;
  readonly seed: string;
  /** Elements in a page's HTML that other HTML of their fragments may replace, in order; none by default. */
  readonly holes?: readonly FragmentHole[] | undefined;
  /** Settings of the remote that were read to render it; none by default. */
  readonly settings?: readonly string[] | undefined;
}

/**
 * Renders a page or fragment. `fetch` answers its API calls. Resolves to undefined if the API can't provide its data.
 * Rejects if the page or fragment itself fails.
 */
export type PageRenderer = (
  request: PageRequest,
  surroundings: PageSurroundings,
  fetch: (url: string) => Promise<Response>,
) => Promise<RenderedPage | undefined>;
