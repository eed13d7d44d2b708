import { expect, test } from 'vitest';
import { explainSystemError } from './errors.ts';

const failure = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: in Node’s words`), { code, path, syscall: 'open' });

test.each([
  ['EACCES', 'this user has no permission'],
  ['EPERM', 'this user has no permission'],
  ['EROFS', 'its file system is mounted read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of this path is a file'],
])('%s is explained with the path and what to do', (code, reason) => {
  const text = explainSystemError(failure(code, '/srv/shop/registry.json'));
  expect(text).toContain(`/srv/shop/registry.json: ${reason}`);
  expect(text).toContain(`(${code})`);
});

test('a folder on a read-only file system, which Node reports as missing, is explained', () => {
  const error = { ...failure('ENOENT', '/srv/shop/.lock'), syscall: 'mkdir' };
  expect(explainSystemError(Object.assign(new Error('ENOENT'), error))).toContain('read-only');
});

test('an unlisted error of the system keeps Node’s message, and a bug is not explained', () => {
  expect(explainSystemError(failure('EIO'))).toBe('EIO: in Node’s words');
  expect(explainSystemError(new TypeError('undefined is not a function'))).toBeUndefined();
});
