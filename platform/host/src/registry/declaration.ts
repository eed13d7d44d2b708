import * as v from 'valibot';
import { settingValue } from './settings.ts';

export const modulePath = v.pipe(
  v.string(),
  v.regex(/^\.\/[A-Za-z][\w-]*$/, 'an exposed module is written "./Name"'),
);

const routePath = v.pipe(
  v.string(),
  v.regex(
    /^\/(?:[\w-]+|:\w+)?(?:\/(?:[\w-]+|:\w+))*(?:\/\*)?$/,
    'a route is written "/segment/:param" or "/segment/*"',
  ),
);

export const name = (what: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, `${what} is lower-case words joined by "-"`),
  );

export const pageName = name('a page’s name');

const access = v.picklist(['open', 'login', 'visitor']);

/** Slots of a page or fragment, by name: whether each holds one fragment or many. */
export const slotsSchema = v.record(name('a slot’s name'), v.picklist(['one', 'many']));

export const routeSchema = v.object({
  /** The page's name, unique in the shop. Links use the name, so the path may change. */
  page: pageName,
  path: routePath,
  /** Former paths of the page. Each has all parameters of `path`, and redirects to it. */
  from: v.optional(v.array(routePath)),
  /**
   * Access to the page: for anyone, logged-in shoppers, or logged-out visitors. The shell checks this before it
   * downloads anything from the remote.
   */
  access,
  module: modulePath,
  /**
   * API paths, without parameters, that the page requests first. If the shop has an API server, the browser requests
   * them before the shell's scripts run.
   */
  preload: v.optional(
    v.array(
      v.pipe(v.string(), v.regex(/^\/(?:[\w-]+\/)*[\w-]+$/, 'a call is written "/api/path"')),
    ),
  ),
  slots: v.optional(slotsSchema),
  /** Link to the page in the frame, on every page. Of several, lower `order`s come first; 0 by default. */
  link: v.optional(v.object({ label: v.string(), order: v.optional(v.number()) })),
});

/** A component that a remote puts into a slot. */
export const fragmentSchema = v.object({
  module: modulePath,
  /** Position in a slot that holds many fragments: lower numbers come first. 0 by default. */
  order: v.optional(v.number()),
  /** Visitors who get the fragment; all by default. Other visitors don't download it. */
  access: v.optional(access),
  /** Height to reserve until the fragment is loaded: a CSS length. */
  height: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+(?:\.\d+)?(?:rem|px)$/, 'a height is written "27rem" or "430px"'),
    ),
  ),
  slots: v.optional(slotsSchema),
  /** Whether a server renders the fragment into the HTML of pages with its slot. Only fragments for everyone. */
  prerender: v.optional(v.boolean()),
});

export const uniquePages = <Route extends { readonly page: string }>(
  route: v.GenericSchema<unknown, Route>,
) =>
  v.pipe(
    v.array(route),
    v.check(
      (routes) => new Set(routes.map(({ page }) => page)).size === routes.length,
      'every page is listed once',
    ),
  );

/**
 * Declaration of a remote: all that the shell knows without running its code. What no page uses is only checked in
 * remote.json, to keep the shell small.
 */
export const declarationSchema = v.object({
  id: name('an id'),
  team: v.pipe(v.string(), v.nonEmpty('a team has a name')),
  routes: uniquePages(routeSchema),
  /** Languages of its texts, beside English: 'hi'. */
  languages: v.optional(v.array(v.string())),
  /** Fragments by the slot that they fill: a slot of the frame, a page or another fragment. */
  fragments: v.optional(v.record(v.string(), fragmentSchema), {}),
  /**
   * Modules for the mock, by the API of the remote's own that each answers: a path below '/api', or an address of
   * another origin. While a server answers instead, as in development, a module begins with SERVED_API.
   */
  apis: v.optional(v.record(v.string(), v.string())),
  /** Values stored in the browser, by name. */
  stores: v.optional(v.record(v.string(), v.object({ scope: v.string(), purpose: v.string() }))),
  /** Settings of the remote's code, by name. Their values change without a release. */
  settings: v.optional(
    v.record(
      v.string(),
      v.object({
        ...{ type: v.string(), default: settingValue, purpose: v.string() },
        choices: v.optional(v.array(v.string())),
      }),
    ),
  ),
  /** Budgets by page or slot: maximum bytes that a visitor downloads from this remote, compressed with brotli. */
  budgets: v.optional(v.record(v.string(), v.number())),
  /** What the remote may do beyond every page: `Rights` of rights.ts, which pages don't read. */
  rights: v.optional(v.unknown()),
});

/** A build of a remote: its declaration and the address of its files. */
export const versionSchema = v.object({
  ...declarationSchema.entries,
  /** Folder name: '<package version>-<content hash>'. */
  version: v.string(),
  /**
   * Address of the container's entry: absolute, or relative to the site's root. The other files are in the same folder.
   */
  entry: v.pipe(v.string(), v.regex(/^(?:https?:\/\/|\/)/, 'an entry is an http(s) URL or a path')),
  /**
   * Files that each exposed module needs at once, by module. Paths are relative to the entry. Pages preload the files.
   */
  files: v.optional(v.record(v.string(), v.array(v.string())), {}),
});

export type Access = v.InferOutput<typeof access>;
export type Slots = v.InferOutput<typeof slotsSchema>;
export type DeclaredRoute = v.InferOutput<typeof routeSchema>;
export type DeclaredSetting = NonNullable<RemoteDeclaration['settings']>[string];
export type RemoteDeclaration = v.InferOutput<typeof declarationSchema>;

/** Returns the name of a remote's container: its id as a JavaScript identifier. */
export const containerName = (id: string): string => id.replaceAll('-', '_');
