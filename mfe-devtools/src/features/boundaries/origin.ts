import { type ActiveRemote, type ActiveRemotes, matchRoute } from '@patchwork/host';

/** What a region of the page comes from. */
export interface Origin {
  /** Undefined for a region of the shell. */
  readonly remote: ActiveRemote | undefined;
  /** Exposed module that renders it; undefined if the remote declares none for the place. */
  readonly module: string | undefined;
  /** 'page product at /productlist/:productId', 'slot header-search' or 'frame'. */
  readonly place: string;
}

export function originOf({ dataset }: HTMLElement, { remotes }: ActiveRemotes): Origin {
  const remote = remotes.find(({ id }) => id === dataset.boundary);
  if (!remote) return { remote, module: undefined, place: 'frame' };
  const { slot } = dataset;
  if (slot !== undefined) {
    return { remote, module: remote.fragments[slot]?.module, place: `slot ${slot}` };
  }
  const route = matchRoute([remote], location.pathname)?.route;
  const place = route ? `page ${route.page} at ${route.path}` : 'page';
  return { remote, module: route?.module, place };
}
