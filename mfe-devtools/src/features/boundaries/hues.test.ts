import { expect, test } from 'vitest';
import { hueRules, huesOf } from './hues.ts';

const ids = ['mfe-catalog', 'mfe-account', 'mfe-checkout', 'mfe-devtools', 'mfe-a', 'mfe-b'];

test('a remote has the same hue, wherever the registry lists it', () => {
  expect(huesOf([...ids].reverse())).toEqual(huesOf(ids));
});

test('no two remotes have similar hues', () => {
  const hues = [...huesOf(ids).values()];
  for (const hue of hues) {
    const gaps = hues.filter((other) => other !== hue).map((other) => Math.abs(other - hue));
    expect(Math.min(...gaps)).toBeGreaterThan(25);
  }
  expect(new Set(hues).size).toBe(ids.length);
});

test('each remote gets a rule of its own', () => {
  expect(hueRules(new Map([['mfe-catalog', 30]]))).toBe(
    '[data-boundary="mfe-catalog"],[data-boundary-row="mfe-catalog"]{--boundary-hue:30}',
  );
});
