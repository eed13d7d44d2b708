import { expect, test } from 'vitest';
import { hasRemoteChanges } from './has-remote-changes.ts';
import {
  readRemoteChanges,
  withFailedOverride,
  withOverride,
  withoutOverride,
  withPreviewsAlone,
  withSetting,
  writeRemoteChanges,
} from './remote-changes.ts';

const none = { previews: [], overrides: [], breakages: {}, settings: {}, failedOverrides: [] };
const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

test('stored changes are read back', () => {
  const changes = {
    ...withOverride(none, override),
    breakages: { 'mfe-account': 'slow' as const },
  };
  expect(writeRemoteChanges(changes)).toBe(true);
  expect(hasRemoteChanges()).toBe(true);
  expect(readRemoteChanges()).toMatchObject(changes);
});

test('changes that were stored before previews existed are read', () => {
  const value = { overrides: [override], breakages: {}, failedOverrides: [] };
  sessionStorage.setItem('patchwork:remote-changes', JSON.stringify({ version: 1, value }));
  expect(readRemoteChanges()).toEqual({ ...value, previews: [], settings: {} });
});

test('the value of a setting is replaced and taken back alone, and the entry ends with the last one', () => {
  const both = withSetting(withSetting(none, 'mfe-a', 'rows', 3), 'mfe-a', 'gallery', true);
  const next = withSetting(both, 'mfe-a', 'rows', 4);
  expect(next.settings).toEqual({ 'mfe-a': { rows: 4, gallery: true } });
  writeRemoteChanges(next);
  expect(readRemoteChanges()).toEqual(next);
  const one = withSetting(next, 'mfe-a', 'rows', undefined);
  expect(one.settings).toEqual({ 'mfe-a': { gallery: true } });
  writeRemoteChanges(withSetting(one, 'mfe-a', 'gallery', undefined));
  expect(sessionStorage).toHaveLength(0);
});

test('a tab’s changes can be read without those of a developer', () => {
  const changes = { ...withOverride(none, override), previews: ['pr-42'] };
  expect(withPreviewsAlone(changes)).toEqual({ ...none, previews: ['pr-42'] });
});

test('without changes, there is no entry in the storage', () => {
  writeRemoteChanges(withOverride(none, override));
  writeRemoteChanges(withoutOverride(readRemoteChanges(), 'mfe-catalog'));
  expect(hasRemoteChanges()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  '{"version":1,"value":{"overrides":[{"remoteId":"mfe-catalog"}],"breakages":{},"failedOverrides":[]}}',
  '{"version":1,"value":{"overrides":[],"breakages":{"mfe-catalog":"on fire"},"failedOverrides":[]}}',
])('the foreign text %s is removed', (text) => {
  sessionStorage.setItem('patchwork:remote-changes', text);
  expect(readRemoteChanges()).toEqual(none);
  expect(hasRemoteChanges()).toBe(false);
});

test('a remote has one override, which a failure removes', () => {
  const other = { ...override, address: 'http://localhost:4001' };
  const twice = withOverride(withOverride(none, override), other);
  expect(twice.overrides).toEqual([other]);
  const failed = withFailedOverride(twice, other, 'It is gone.');
  expect(failed.overrides).toEqual([]);
  expect(failed.failedOverrides).toEqual([{ override: other, reason: 'It is gone.' }]);
  expect(withOverride(failed, override).failedOverrides).toEqual([]);
});
