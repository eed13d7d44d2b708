import type { DeclaredRoute, PublishedRemote } from '@patchwork/federation';

/** A page that is opened to see that it renders, or that the fragments on it do. */
export interface Visit {
  /** With parameters: '/productlist/:productId'. */
  readonly path: string;
  readonly isLoggedIn: boolean;
  /** The candidate whose page it is; undefined where only fragments are to be seen on it. */
  readonly owner: PublishedRemote | undefined;
}

const needsLogin = (access: string | undefined): boolean => access === 'login';

/** The routes on whose pages a slot is shown; none for a slot of the shell's frame. */
function routesWith(slot: string, remotes: readonly PublishedRemote[]): DeclaredRoute[] {
  const pages = remotes.flatMap(({ routes }) =>
    routes.filter((route) => Object.hasOwn(route.slots ?? {}, slot)),
  );
  const around = remotes.flatMap(({ fragments }) =>
    Object.entries(fragments).filter(([, { slots }]) => Object.hasOwn(slots ?? {}, slot)),
  );
  return [...pages, ...around.flatMap(([outer]) => routesWith(outer, remotes))];
}

/** The pages to open for a fragment: those with its slot, or any page where the frame has it. */
function visitsOfFragments(
  { fragments }: PublishedRemote,
  remotes: readonly PublishedRemote[],
): Visit[] {
  return Object.entries(fragments).flatMap(([slot, { access }]) => {
    const routes = routesWith(slot, remotes);
    const pages = routes.length > 0 ? routes : [{ path: '/', access: 'open' }];
    return pages.map((page) => ({
      path: page.path,
      isLoggedIn: needsLogin(access) || needsLogin(page.access),
      owner: undefined,
    }));
  });
}

/** The pages to open for the candidates, each once, those for which no one is logged in first. */
export function visitsOf(
  candidates: readonly PublishedRemote[],
  remotes: readonly PublishedRemote[],
): readonly Visit[] {
  const pages = candidates.flatMap((owner) =>
    owner.routes.map(({ path, access }) => ({ path, isLoggedIn: needsLogin(access), owner })),
  );
  const byPlace = new Map<string, Visit>();
  for (const visit of [
    ...pages,
    ...candidates.flatMap((each) => visitsOfFragments(each, remotes)),
  ]) {
    const place = `${visit.path} ${visit.isLoggedIn}`;
    if (!byPlace.has(place)) byPlace.set(place, visit);
  }
  return [...byPlace.values()].sort((a, b) => Number(a.isLoggedIn) - Number(b.isLoggedIn));
}
