import { expect, test } from 'vitest';
import { remoteVersion } from '../testing/gate.ts';
import { faultOf } from './filled-fragments.ts';

const remoteWith = (height?: string) =>
  remoteVersion({
    id: 'mfe-offers',
    fragments: { below: { module: './Below', prerender: true, ...(height && { height }) } },
  }).release;

const filled = { name: 'mfe-offers below', isHydrated: true, heights: [368] };

test.each<[string, string | undefined, object]>([
  ['keeps its elements and its declared height', '23rem', {}],
  ['has the declared height to a fraction of a pixel', '368.5px', {}],
  ['declares no height', undefined, {}],
  ['shows nothing', '23rem', { heights: [] }],
])('a fragment that %s is accepted', (_which, height, changes) => {
  expect(faultOf(remoteWith(height), 'below', { ...filled, ...changes })).toBeUndefined();
});

test.each<[string, object, string]>([
  ['is not hydrated', { isHydrated: false }, 'is rendered again in the browser'],
  ['grows', { heights: [368, 368.2, 420] }, 'changes its height from 368 px to 420 px'],
  [
    'has another height than it declares',
    { heights: [300] },
    'is 300 px high, but its space is 23rem',
  ],
])('a fragment that %s is refused, with what to do', (_which, changes, fault) => {
  expect(faultOf(remoteWith('23rem'), 'below', { ...filled, ...changes })).toContain(fault);
});
