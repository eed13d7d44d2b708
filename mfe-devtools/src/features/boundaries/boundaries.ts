import type { ActiveRemotes } from '@patchwork/federation';
import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import styles from './boundaries.module.css';
import { hueRules, huesOf } from './hues.ts';

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
