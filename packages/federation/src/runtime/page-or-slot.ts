import type { ActiveRemote } from '../registry/active-remotes.ts';

/** What a component of a remote is for: a page, or a slot of the frame. */
export type PageOrSlot = { readonly page: string } | { readonly slot: string };

/** Any page or slot of a version; undefined where it declares none. */
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
