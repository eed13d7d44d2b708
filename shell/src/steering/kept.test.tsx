import { beforeEach, expect, test } from 'vitest';
import { isSteered, steeringKey } from './is-steered.ts';
import { keep, readKept, withFailure, withOverride, withoutOverride } from './kept.ts';

const nothing = { overrides: [], breakages: {}, failures: [] };
const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

beforeEach(() => sessionStorage.clear());

test('what was kept is read again', () => {
  const kept = {
    ...withOverride(nothing, override),
    breakages: { 'mfe-account': 'slow' as const },
  };
  expect(keep(kept)).toBe(true);
  expect(isSteered()).toBe(true);
  expect(readKept()).toMatchObject(kept);
});

test('nothing to keep leaves nothing behind', () => {
  keep(withOverride(nothing, override));
  keep(withoutOverride(readKept(), 'mfe-catalog'));
  expect(isSteered()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  'not JSON',
  '[]',
  '{"version":2,"overrides":[],"breakages":{},"failures":[]}',
  '{"version":1,"overrides":[{"remoteId":"mfe-catalog"}],"breakages":{},"failures":[]}',
  '{"version":1,"overrides":[],"breakages":{"mfe-catalog":"on fire"},"failures":[]}',
])('%s is discarded', (text) => {
  sessionStorage.setItem(steeringKey, text);
  expect(readKept()).toEqual(nothing);
  expect(isSteered()).toBe(false);
});

test('a remote has one override, and a failure takes its place', () => {
  const other = { ...override, address: 'http://localhost:4001' };
  const twice = withOverride(withOverride(nothing, override), other);
  expect(twice.overrides).toEqual([other]);
  const failed = withFailure(twice, other, 'It is gone.');
  expect(failed.overrides).toEqual([]);
  expect(failed.failures).toEqual([{ override: other, reason: 'It is gone.' }]);
  expect(withOverride(failed, override).failures).toEqual([]);
});
