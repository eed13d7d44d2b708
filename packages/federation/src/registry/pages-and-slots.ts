import type { ActiveRemote } from './active-remotes.ts';
import type { Access, RemoteDeclaration, Slots } from './declaration.ts';

/** Target of a remote's component: a page, or a slot. */
export type PageOrSlot = { readonly page: string } | { readonly slot: string };

/** Returns any page or slot of a version; undefined where it declares none. */
export function anyPageOrSlot({
  routes: [route],
  fragments,
}: ActiveRemote): PageOrSlot | undefined {
  const [slot] = Object.keys(fragments);
  return route ?? (slot === undefined ? undefined : { slot });
}

/** The module of a version for a page or slot; undefined where it declares none. */
export const moduleOf = (
  { routes, fragments }: ActiveRemote,
  target: PageOrSlot,
): string | undefined =>
  ('slot' in target ? fragments[target.slot] : routes.find(({ page }) => page === target.page))
    ?.module;

type Declared = Pick<RemoteDeclaration, 'routes' | 'fragments'>;

/** The slots within the pages and fragments of these remotes. Those of the shell's frame are not among them. */
export const declaredSlots = (remotes: readonly Declared[]): Slots =>
  Object.assign(
    {},
    ...remotes.flatMap(({ routes, fragments }) =>
      [...routes, ...Object.values(fragments)].map(({ slots }) => slots),
    ),
  );

/** The remotes that fill a slot, in the order in which their fragments are shown. */
export function fillersOf(remotes: readonly ActiveRemote[], slot: string): ActiveRemote[] {
  const orderOf = ({ fragments }: ActiveRemote) => fragments[slot]?.order ?? 0;
  return remotes
    .filter(({ fragments }) => Object.hasOwn(fragments, slot))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || (one.id < other.id ? -1 : 1));
}

/** Returns whether a visitor gets a page or fragment of this access. */
export const isAllowed = (access: Access | undefined, isLoggedIn: boolean): boolean =>
  access === undefined || access === 'open' || (access === 'login') === isLoggedIn;

/**
 * A page's own slots, and those within the fragments that may be shown in them. `path` is the page's
 * declared path.
 */
export function slotsOfPage(remotes: readonly Declared[], path: string): ReadonlySet<string> {
  const slots = new Set(
    remotes.flatMap(({ routes }) =>
      routes
        .filter((route) => route.path === path)
        .flatMap((route) => Object.keys(route.slots ?? {})),
    ),
  );
  // A set that grows while it is read is read to its end.
  for (const slot of slots) {
    for (const { fragments } of remotes) {
      for (const inner of Object.keys(fragments[slot]?.slots ?? {})) slots.add(inner);
    }
  }
  return slots;
}

/**
 * Returns whether a remote fills the slot of the devtools. It is for developers then, and so are its pages: a
 * shop without devtools has neither.
 */
export const isForDevelopers = ({ fragments }: Pick<RemoteDeclaration, 'fragments'>): boolean =>
  Object.hasOwn(fragments, 'devtools');
