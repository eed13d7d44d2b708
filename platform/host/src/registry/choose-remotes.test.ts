import { expect, test } from 'vitest';
import { releaseOf } from '../testing/remotes.ts';
import { chooseRemotes, isInShare } from './choose-remotes.ts';
import { parseRegistry } from './registry.ts';

const { registry } = parseRegistry({
  format: 2,
  remotes: [
    {
      id: 'mfe-catalog',
      stable: releaseOf('2'),
      canary: { release: releaseOf('3'), percent: 10 },
      previous: [releaseOf('1')],
    },
  ],
});

const all = Array.from({ length: 10_000 }, (_, index) => index);
const shareOf = (remote: string, percent: number) =>
  all.filter((bucket) => isInShare(bucket, remote, percent));
const [inside = 0] = shareOf('mfe-catalog', 10);
const outside = all.find((bucket) => !isInShare(bucket, 'mfe-catalog', 10));

function chosen(bucket: number | undefined, ...versions: string[]) {
  const bad = versions.map((version) => ({ remote: 'mfe-catalog', version }));
  // A failed version of one remote does not affect another.
  bad.push({ remote: 'mfe-account', version: '2' }, { remote: 'mfe-account', version: '3' });
  const [remote] = chooseRemotes(registry, { bucket, failed: bad }).remotes;
  return `${remote?.channel} ${remote?.version}`;
}

test.each([
  ['in the canary’s share', inside, [], 'canary 3'],
  ['outside of the canary’s share', outside, [], 'stable 2'],
  ['whose browser stores nothing', undefined, [], 'stable 2'],
  ['with a failed canary', inside, ['3'], 'stable 2'],
  ['with a failed stable version', outside, ['2'], 'previous 1'],
  ['with both failed', inside, ['3', '2'], 'previous 1'],
  ['with every version failed', inside, ['3', '2', '1'], 'canary 3'],
  ['with a failed previous version', outside, ['1'], 'stable 2'],
])('the version is chosen for a visitor %s', (_, bucket, bad, expected) => {
  expect(chosen(bucket, ...bad)).toBe(expected);
});

const ids = ['mfe-catalog', 'mfe-account', 'mfe-checkout', 'mfe-devtools', 'a', 'b'];

test.each(ids)('a canary of %s gets about its share of the 10,000 buckets', (id) => {
  for (const percent of [1, 5, 10, 50, 99]) {
    const share = shareOf(id, percent).length / 100;
    // Four standard deviations of a random choice: 2 percent points for 50 %, 0.4 for 1 %.
    const tolerance = (4 * Math.sqrt(percent * (100 - percent))) / 100;
    expect(Math.abs(share - percent), `${percent} %`).toBeLessThan(tolerance);
  }
});

test('a visitor in a share of 10 % stays in it when it grows to 50 %', () => {
  const tenth = shareOf('mfe-catalog', 10);
  const half = new Set(shareOf('mfe-catalog', 50));
  expect(tenth.every((bucket) => half.has(bucket))).toBe(true);
});

test('each remote’s canary is assigned to visitors independently', () => {
  const account = new Set(shareOf('mfe-account', 10));
  const both = shareOf('mfe-catalog', 10).filter((bucket) => account.has(bucket)).length / 100;
  expect(both).toBeGreaterThan(0.5);
  expect(both).toBeLessThan(1.5);
});

const settingOf = (bucket: number | undefined, percent: number) => {
  const values = { gallery: { value: true, percent } };
  const { remotes } = parseRegistry({
    format: 2,
    remotes: [{ id: 'mfe-catalog', stable: releaseOf('2'), values }],
  }).registry;
  return chooseRemotes({ remotes }, { bucket, failed: [] }).remotes[0]?.values?.gallery;
};

test('a setting’s value is for its share of the visitors, who stay in a growing share', () => {
  const on = (percent: number) => all.filter((bucket) => settingOf(bucket, percent)?.isOn);
  const [tenth, half] = [on(10), new Set(on(50))];
  expect(tenth.length).toBeGreaterThan(880);
  expect(tenth.length).toBeLessThan(1120);
  expect(tenth.every((bucket) => half.has(bucket))).toBe(true);
});

test('who has a setting’s value does not depend on who gets the remote’s canary', () => {
  const both = shareOf('mfe-catalog', 50).filter((bucket) => settingOf(bucket, 50)?.isOn);
  expect(both.length).toBeGreaterThan(2200);
  expect(both.length).toBeLessThan(2800);
});

test('without a stored bucket, a visitor has only values for all visitors', () => {
  expect(settingOf(undefined, 99)?.isOn).toBe(false);
  expect(settingOf(undefined, 100)).toEqual({ value: true, percent: 100, isOn: true });
});
