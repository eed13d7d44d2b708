import type { ReleasedRemote } from '../registry/active-remotes.ts';

/** Where a component of a remote stands: it is a page, or fills a slot of the frame. */
export type PageOrSlot = { readonly page: string } | { readonly slot: string };

/** Any place that a version declares; undefined where it declares none. */
export function anyPageOrSlot({ routes: [route], slots }: ReleasedRemote): PageOrSlot | undefined {
  const [slot] = Object.keys(slots);
  return route ?? (slot === undefined ? undefined : { slot });
}

/** The module that a version has for a place; undefined where it declares none. */
export const moduleOf = (
  { routes, slots }: ReleasedRemote,
  place: PageOrSlot,
): string | undefined =>
  'slot' in place ? slots[place.slot] : routes.find(({ page }) => page === place.page)?.module;
