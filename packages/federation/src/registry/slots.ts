import type { ActiveRemote } from './active-remotes.ts';
import type { Access, RemoteDeclaration, Slots } from './declaration.ts';

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

/** Whether a visitor gets a page or fragment of this access. */
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
