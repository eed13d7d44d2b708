import type { ActiveRemotes } from '@patchwork/federation';
import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import styles from './boundaries.module.css';

/** Degrees. Turning by the golden angle makes neighbours differ, however many there are. */
const goldenAngle = 137.508;

/** A hue for each remote, in degrees: the same for the same set of ids, whatever their order. */
export const huesOf = (ids: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...ids].sort().map((id, index) => [id, Math.round(30 + index * goldenAngle) % 360]));

/** Returns a CSS rule for each remote, for its regions and for their rows in the list. */
export const hueRules = (hues: ReadonlyMap<string, number>): string =>
  [...hues]
    .map(([id, hue]) => {
      const name = JSON.stringify(id);
      return `[data-boundary=${name}],[data-boundary-row=${name}]{--boundary-hue:${hue}}`;
    })
    .join('\n');

const storedSwitch = createStoredValue({
  name: 'devtools-boundaries',
  version: 1,
  parse: v.parser(v.boolean()),
  scope: 'tab',
});

/** Whether this tab outlines the regions of the page. */
export const areBoundariesOn = (): boolean => storedSwitch.read() ?? false;

function mark(isOn: boolean): void {
  const { dataset, classList } = document.documentElement;
  classList.add(String(styles.page));
  if (isOn) dataset.boundaries = 'on';
  else delete dataset.boundaries;
}

export function showBoundaries(isOn: boolean): void {
  storedSwitch.write(isOn);
  mark(isOn);
}

const hueSheet = new CSSStyleSheet();

/** Gives each remote its hue, and shows the boundaries if they were on before a reload. */
export function restoreBoundaries({ remotes }: Pick<ActiveRemotes, 'remotes'>): void {
  hueSheet.replaceSync(hueRules(huesOf(['shell', ...remotes.map(({ id }) => id)])));
  if (!document.adoptedStyleSheets.includes(hueSheet)) document.adoptedStyleSheets.push(hueSheet);
  mark(areBoundariesOn());
}
