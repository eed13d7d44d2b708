import * as v from 'valibot';
import type { RemoteDeclaration } from './declaration.ts';
import { declaredSlots, slotsOfPage } from './pages-and-slots.ts';

// Not in the same file as the declaration's schema, because the shell's scripts must not bundle this one.

/** What a remote may do with another origin. */
const usesOfOrigin = ['connect', 'frame', 'image', 'payment', 'script'] as const;

/** What a remote's page may do itself: `html` and `inline-style` are for scripts of others that write both. */
const usesOfSelf = ['html', 'inline-style', 'popup', 'wasm'] as const;

const allUses = [...usesOfOrigin, ...usesOfSelf] as const;

export type Use = (typeof allUses)[number];

/** Key of the rights that concern the page itself rather than another origin. */
const SELF = 'self';

/** Uses that apply without a grant: compiled code gets no further than the script that compiles it. */
const needsNoGrant: readonly Use[] = ['wasm'];

/**
 * Whether a text is an origin that is encrypted or on this machine, and nothing else: 'https://api.example'. Origins
 * are written into headers, where other characters, such as a line break, could end the value.
 */
function isRightOrigin(text: string): boolean {
  if (!/^(?:https?|wss?):\/\/[\w.:[\]-]+$/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname, protocol } = new URL(text);
  const isLocal = /(?:^|\.)localhost$|^127\.0\.0\.1$/.test(hostname);
  return origin === text && (isLocal || /^(?:https|wss):$/.test(protocol));
}

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** Returns a sentence that says what is wrong with rights; undefined if nothing is. */
function problemOf(rights: Readonly<Record<string, readonly Use[]>>): string | undefined {
  for (const [key, uses] of Object.entries(rights)) {
    if (key !== SELF && !isRightOrigin(key)) {
      return `“${key}” is neither “${SELF}” nor an origin such as “https://api.example”, with nothing after it (http: and ws: only on localhost)`;
    }
    const known: readonly string[] = key === SELF ? usesOfSelf : usesOfOrigin;
    const wrong = uses.find((use) => !known.includes(use));
    if (wrong) return `“${key}” can’t have “${wrong}”, only ${listed(known)}`;
  }
  return undefined;
}

/**
 * Rights of a remote beyond those of every page: what it may do, by origin or 'self'. In remote.json it asks for them;
 * `rights` in config.json, by the remote's id, grants them.
 */
export const rightsSchema = v.pipe(
  v.record(
    v.string(),
    v.array(
      v.picklist(
        allUses,
        ({ received }) => `${received} is no right: there are ${listed(allUses)}`,
      ),
      'the rights of an origin are a list: ["connect"]',
    ),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : undefined;
    if (message !== undefined) addIssue({ message });
  }),
);

export type Rights = Readonly<Record<string, readonly Use[]>>;

/** Rights that a shop's configuration grants, by remote. */
export const grantsSchema = v.record(v.string(), rightsSchema);

export type Grants = Readonly<Record<string, Rights>>;

/** A version as far as its rights are concerned. */
type Rightful = Pick<RemoteDeclaration, 'id' | 'routes' | 'fragments'> & {
  readonly rights?: unknown;
};

/** Returns the rights that a version asks for; none if they are invalid, as in a registry that was edited by hand. */
export function askedRights({ rights }: { readonly rights?: unknown }): Rights {
  const parsed = v.safeParse(rightsSchema, rights);
  return parsed.success ? parsed.output : {};
}

/** Returns the rights of `one` that `isKept` says yes to, without empty lists. */
const filterRights = (one: Rights, isKept: (key: string, use: Use) => boolean): Rights =>
  Object.fromEntries(
    Object.entries(one)
      .map(([key, uses]) => [key, uses.filter((use) => isKept(key, use))] as const)
      .filter(([, uses]) => uses.length > 0),
  );

/** Returns the rights in `one` that are not in `other`. */
export const rightsBeyond = (one: Rights, other: Rights): Rights =>
  filterRights(one, (key, use) => !other[key]?.includes(use));

/** Returns the rights that a version asks for, but a configuration doesn't grant. */
export const ungranted = (asked: Rights, granted: Rights = {}): Rights =>
  filterRights(rightsBeyond(asked, granted), (_key, use) => !needsNoGrant.includes(use));

function joinRights(all: readonly Rights[]): Rights {
  const joined: Record<string, Use[]> = {};
  for (const [key, uses] of all.flatMap((rights) => Object.entries(rights))) {
    joined[key] = [...new Set([...(joined[key] ?? []), ...uses])];
  }
  return joined;
}

/**
 * Returns what is granted in development: what the configuration grants, and each other origin that a remote asks for.
 * What loosens the page for all code on it, such as HTML from text, is not granted by asking.
 */
export const developmentGrants = (versions: readonly Rightful[], granted: Grants): Grants =>
  Object.fromEntries(
    versions.map((version) => {
      const origins = filterRights(askedRights(version), (key) => key !== SELF);
      return [version.id, joinRights([granted[version.id] ?? {}, origins])];
    }),
  );

export interface PageRights {
  /**
   * Returns the rights of the page at a declared path: what the versions that may be shown there ask for and have been
   * granted. `path` is undefined for an address that no remote declares.
   */
  readonly of: (path: string | undefined) => Rights;
  /** The rights of all pages together, for a server that sends one policy with all of them. */
  readonly ofAll: Rights;
  /**
   * Returns the names of the pages that need more rights than the document of the page at `path` has. A document's
   * policy is fixed by its response, so these pages are opened with a document of their own.
   */
  readonly elsewhere: (path: string | undefined) => readonly string[];
}

/**
 * Creates the rights of a shop's pages. A document for an undeclared address also gets the rights of the pages at `unlisted`: the paths that only previews declare.
 */
export function createPageRights(
  versions: readonly Rightful[],
  grants: Grants,
  unlisted: readonly string[] = [],
): PageRights {
  const slotsOfPages = declaredSlots(versions);
  const asking = versions
    .filter(({ rights }) => rights !== undefined)
    .map((version) => {
      const asked = askedRights(version);
      return { ...version, rights: rightsBeyond(asked, ungranted(asked, grants[version.id])) };
    });
  const known = new Map<string | undefined, Rights>();

  function of(path: string | undefined): Rights {
    const found = known.get(path);
    if (found) return found;
    const slots = path === undefined ? new Set<string>() : slotsOfPage(versions, path);
    const isShown = (slot: string) => slots.has(slot) || !(slot in slotsOfPages);
    const shown = asking.filter(
      ({ routes, fragments }) =>
        routes.some((route) => route.path === path) || Object.keys(fragments).some(isShown),
    );
    const others = path === undefined ? unlisted.map(of) : [];
    const rights = joinRights([...shown.map((version) => version.rights), ...others]);
    known.set(path, rights);
    return rights;
  }

  const paths = new Map(
    asking.length === 0
      ? []
      : versions.flatMap(({ routes }) => routes.map(({ page, path }) => [page, path] as const)),
  );
  return {
    of,
    ofAll: joinRights(asking.map(({ rights }) => rights)),
    elsewhere: (path) =>
      [...paths]
        .filter(([, other]) => Object.keys(rightsBeyond(of(other), of(path))).length > 0)
        .map(([page]) => page),
  };
}
