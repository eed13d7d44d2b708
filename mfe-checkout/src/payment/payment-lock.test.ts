import { expect, test, vi } from 'vitest';
import { withPaymentLock } from './payment-lock.ts';

type Request = (name: string, options: LockOptions, work: () => Promise<string>) => Promise<string>;

const stubLocks = (request: Request) => vi.stubGlobal('navigator', { locks: { request } });

const refuse: Request = async () => {
  throw new DOMException('opaque origin', 'SecurityError');
};

test('all work on a payment takes the same lock', async () => {
  const names: string[] = [];
  stubLocks((name, _options, work) => {
    names.push(name);
    return work();
  });
  expect(await withPaymentLock('key', async () => 'paid')).toBe('paid');
  const { signal } = new AbortController();
  expect(await withPaymentLock('key', async () => 'unpaid', { signal })).toBe('unpaid');
  expect(names).toEqual(['patchwork:payment:key', 'patchwork:payment:key']);
});

test.each([
  ['has no locks', () => vi.stubGlobal('navigator', {})],
  ['is refused its locks', () => stubLocks(refuse)],
])('a page that %s runs the work immediately', async (_what, stub) => {
  stub();
  expect(await withPaymentLock('key', async () => 'paid')).toBe('paid');
  const { signal } = new AbortController();
  expect(await withPaymentLock('key', async () => 'unpaid', { signal })).toBe('unpaid');
});

test('a page that is left while another tab pays never runs its work', async () => {
  stubLocks(
    (_name, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const leaving = new AbortController();
  const work = vi.fn(async () => 'unpaid');
  const result = withPaymentLock('key', work, { signal: leaving.signal });
  leaving.abort();
  await expect(result).rejects.toThrow('aborted');
  expect(work).not.toHaveBeenCalled();
});

test('work that fails under the lock does not run again', async () => {
  stubLocks((_name, _options, work) => work());
  const pay = vi.fn(() => Promise.reject(new Error('a bug')));
  await expect(withPaymentLock('key', pay)).rejects.toThrow('a bug');
  expect(pay).toHaveBeenCalledOnce();
});
