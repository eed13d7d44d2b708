interface Owner {
  readonly id: string;
  readonly team: string;
  readonly version: string;
}

/** Says in the markup whose a region of the page is. */
export const regionOf = ({ id, team, version }: Owner) => ({
  'data-boundary': id,
  'data-team': team,
  'data-version': version,
});
