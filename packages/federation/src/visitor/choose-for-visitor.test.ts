// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { parseRegistry } from '../registry/registry.ts';
import { releaseOf } from '../testing/remotes.ts';
import { chooseForVisitor, readBucket } from './choose-for-visitor.ts';

test('a bucket is drawn once and stored', () => {
  const bucket = readBucket();
  expect(bucket).toBeGreaterThanOrEqual(0);
  expect(bucket).toBeLessThan(10_000);
  for (let visit = 0; visit < 10; visit += 1) expect(readBucket()).toBe(bucket);
  expect(localStorage.getItem('patchwork:bucket')).toBe(
    JSON.stringify({ version: 1, value: bucket }),
  );
});

test.each([10_000, -1, 7.5, '7', null])('a stored bucket %j is replaced by a new one', (value) => {
  localStorage.setItem('patchwork:bucket', JSON.stringify({ version: 1, value }));
  const bucket = readBucket();
  expect(typeof bucket).toBe('number');
  expect(bucket).not.toBe(value);
  expect(readBucket()).toBe(bucket);
});

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

test.each([
  ['is full', { getItem: () => null, setItem: refuse }],
  ['is forbidden', { getItem: refuse, setItem: refuse }],
])('a browser whose storage %s has no bucket', (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(readBucket()).toBeUndefined();
});

test('a bucket is drawn only if there is a canary', () => {
  const choose = (pointers: object) => {
    const remote = { id: 'mfe-catalog', stable: releaseOf('1'), ...pointers };
    return chooseForVisitor(parseRegistry({ format: 2, remotes: [remote] }).registry).remotes;
  };
  expect(choose({})).toMatchObject([{ version: '1' }]);
  expect(localStorage).toHaveLength(0);
  choose({ canary: { release: releaseOf('2'), percent: 10 } });
  expect(localStorage.getItem('patchwork:bucket')).not.toBeNull();
});
