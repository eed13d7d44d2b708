import './boundaries.module.css';
import type { ActiveRemotes } from '@patchwork/federation';
import * as v from 'valibot';
import { keptInTab } from '../../kept-in-tab.ts';
import { hueRules, huesOf } from './hues.ts';

const keptSwitch = keptInTab({ name: 'boundaries', version: 1, schema: v.boolean(), empty: false });

/** Whether this tab shows where each remote begins and ends. */
export const areBoundariesOn = (): boolean => keptSwitch.read();

function mark(isOn: boolean): void {
  const { dataset } = document.documentElement;
  if (isOn) dataset.boundaries = 'on';
  else delete dataset.boundaries;
}

export function showBoundaries(isOn: boolean): void {
  keptSwitch.write(isOn);
  mark(isOn);
}

const hueSheet = new CSSStyleSheet();

/** Gives each remote its hue, and shows what this tab showed before a reload. */
export function restoreBoundaries({ remotes }: ActiveRemotes): void {
  hueSheet.replaceSync(hueRules(huesOf(['shell', ...remotes.map(({ id }) => id)])));
  if (!document.adoptedStyleSheets.includes(hueSheet)) document.adoptedStyleSheets.push(hueSheet);
  mark(areBoundariesOn());
}
