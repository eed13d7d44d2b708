import type { ActiveRemote } from './active-remotes.ts';
import type { Access, RemoteDeclaration, Slots } from './declaration.ts';

/** Place where a remote's component is shown: a page or a slot. */
export type PageOrSlot = { readonly page: string } | { readonly slot: string };

/** Returns a version's first page or, if it has no page, its first slot; undefined if it declares neither. */
export function anyPageOrSlot({
  routes: [route],
  fragments,
}: ActiveRemote): PageOrSlot | undefined {
  const [slot] = Object.keys(fragments);
  return route ?? (slot === undefined ? undefined : { slot });
}

/** Returns the module that a version has for a page or slot; undefined if it doesn't declare that page or slot. */
export const moduleOf = (
  { routes, fragments }: ActiveRemote,
  target: PageOrSlot,
): string | undefined =>
  ('slot' in target ? fragments[target.slot] : routes.find(({ page }) => page === target.page))
    ?.module;

type Declared = Pick<RemoteDeclaration, 'routes' | 'fragments'>;

/** Returns the slots of these remotes' pages and fragments. The frame's slots are not included. */
export const declaredSlots = (remotes: readonly Declared[]): Slots =>
  Object.assign(
    {},
    ...remotes.flatMap(({ routes, fragments }) =>
      [...routes, ...Object.values(fragments)].map(({ slots }) => slots),
    ),
  );

/** Returns the remotes that fill a slot, in the order in which their fragments are shown. */
export function fillersOf(remotes: readonly ActiveRemote[], slot: string): ActiveRemote[] {
  const orderOf = ({ fragments }: ActiveRemote) => fragments[slot]?.order ?? 0;
  return remotes
    .filter(({ fragments }) => Object.hasOwn(fragments, slot))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || (one.id < other.id ? -1 : 1));
}

/** Returns the remotes' links in the frame, in the order in which they are shown, with the names of their pages. */
export const linksOf = (remotes: readonly Pick<RemoteDeclaration, 'routes'>[]) =>
  remotes
    .flatMap(({ routes }) => routes)
    .flatMap(({ page, link }) => (link ? { page, label: link.label, order: link.order ?? 0 } : []))
    .sort((one, other) => one.order - other.order || (one.page < other.page ? -1 : 1));

/**
 * Returns the key of a fragment with its props, as JSON, in the page's HTML. A page may show a fragment several times.
 */
export const fragmentKey = (remote: string, slot: string, props: string): string =>
  `${remote} ${slot} ${props}`;

/** Whether every visitor may get a fragment with this access. */
export const isOpen = (access: Access | undefined): boolean =>
  access === undefined || access === 'open';

/** Whether a visitor may get a page or fragment with this access. */
export const isAllowed = (access: Access | undefined, isLoggedIn: boolean): boolean =>
  isOpen(access) || (access === 'login') === isLoggedIn;

/**
 * Returns a page's slots, including those of the fragments that may be shown in it. `path` is the page's declared path.
 */
export function slotsOfPage(remotes: readonly Declared[], path: string): ReadonlySet<string> {
  const slots = new Set(
    remotes.flatMap(({ routes }) =>
      routes
        .filter((route) => route.path === path)
        .flatMap((route) => Object.keys(route.slots ?? {})),
    ),
  );
  // Values that are added to a set during its iteration are visited too.
  for (const slot of slots) {
    for (const { fragments } of remotes) {
      for (const inner of Object.keys(fragments[slot]?.slots ?? {})) slots.add(inner);
    }
  }
  return slots;
}

/**
 * Whether a remote fills the slot of the devtools. Such a remote and its pages are for developers; a shop without
 * devtools leaves them out.
 */
export const isForDevelopers = ({ fragments }: Pick<RemoteDeclaration, 'fragments'>): boolean =>
  Object.hasOwn(fragments, 'devtools');
