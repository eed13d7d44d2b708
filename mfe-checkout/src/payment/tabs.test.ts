import { afterEach, expect, test, vi } from 'vitest';
import { onceClosed, whilePaying } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

type Request = (name: string, options: LockOptions, work: () => Promise<string>) => Promise<string>;

const stubLocks = (request: Request) => vi.stubGlobal('navigator', { locks: { request } });

const refuse: Request = async () => {
  throw new DOMException('opaque origin', 'SecurityError');
};

function asked(signal = new AbortController().signal) {
  const ask = vi.fn(async () => 'unpaid');
  return { ask, answer: onceClosed('key', ask, signal) };
}

test('paying and asking about one payment take the same lock', async () => {
  const names: string[] = [];
  stubLocks((name, _options, work) => {
    names.push(name);
    return work();
  });
  expect(await whilePaying('key', async () => 'paid')).toBe('paid');
  expect(await asked().answer).toBe('unpaid');
  expect(names).toEqual(['patchwork:payment:key', 'patchwork:payment:key']);
});

test.each([
  ['has no locks', () => vi.stubGlobal('navigator', {})],
  ['is refused its locks', () => stubLocks(refuse)],
])('a page that %s pays and asks all the same', async (_what, stub) => {
  stub();
  expect(await whilePaying('key', async () => 'paid')).toBe('paid');
  expect(await asked().answer).toBe('unpaid');
});

test('who leaves while another tab pays asks nothing', async () => {
  stubLocks(
    (_name, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const leaving = new AbortController();
  const { ask, answer } = asked(leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  expect(ask).not.toHaveBeenCalled();
});

test('a payment that fails under the lock is not opened again', async () => {
  stubLocks((_name, _options, work) => work());
  const pay = vi.fn(() => Promise.reject(new Error('a bug')));
  await expect(whilePaying('key', pay)).rejects.toThrow('a bug');
  expect(pay).toHaveBeenCalledOnce();
});
