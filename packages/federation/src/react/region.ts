import type { ActiveRemote } from '../registry/active-remotes.ts';

type Owner = Pick<ActiveRemote, 'id' | 'team' | 'version'>;

/** Says in the markup whose a region of the page is. */
export const regionOf = ({ id, team, version }: Owner) => ({
  'data-boundary': id,
  'data-team': team,
  'data-version': version,
});
