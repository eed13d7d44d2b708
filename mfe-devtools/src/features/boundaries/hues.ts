/** Degrees. Turning by the golden angle makes neighbours differ, however many there are. */
const goldenAngle = 137.508;

/** A hue for each remote, in degrees: the same for the same set of ids, whatever their order. */
export const huesOf = (ids: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...ids].sort().map((id, index) => [id, Math.round(30 + index * goldenAngle) % 360]));

/** One rule for each remote: for its regions, and for the rows that stand for them in the list. */
export const hueRules = (hues: ReadonlyMap<string, number>): string =>
  [...hues]
    .map(([id, hue]) => {
      const name = JSON.stringify(id);
      return `[data-boundary=${name}],[data-boundary-row=${name}]{--boundary-hue:${hue}}`;
    })
    .join('\n');
