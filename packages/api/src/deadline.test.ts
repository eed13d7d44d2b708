import { expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';

const never = () => new Promise<never>(() => {});

test('work that settles in time gives its value', async () => {
  const result = await withDeadline({ timeoutMs: 1000, signal: undefined }, async () => 'done');
  expect(result).toEqual({ ok: true, value: 'done' });
});

test('work that fails rejects', async () => {
  const work = async () => {
    throw new Error('no');
  };
  await expect(withDeadline({ timeoutMs: 1000, signal: undefined }, work)).rejects.toThrow('no');
});

test('the time runs out even if the work ignores its signal', async () => {
  const result = await withDeadline({ timeoutMs: 5, signal: undefined }, never);
  expect(result).toEqual({
    ok: false,
    error: { kind: 'timeout', message: 'timeout of 5ms exceeded' },
  });
});

test('an abort ends it at once and reaches the work', async () => {
  const controller = new AbortController();
  let inner: AbortSignal | undefined;
  const pending = withDeadline({ timeoutMs: 1000, signal: controller.signal }, (signal) => {
    inner = signal;
    return never();
  });
  controller.abort();
  expect(await pending).toEqual({
    ok: false,
    error: { kind: 'aborted', message: 'Request aborted' },
  });
  expect(inner?.aborted).toBe(true);
});

test('nothing is started when the signal is aborted already', async () => {
  let started = false;
  const result = await withDeadline({ timeoutMs: 1000, signal: AbortSignal.abort() }, async () => {
    started = true;
  });
  expect(result).toEqual({ ok: false, error: { kind: 'aborted', message: 'Request aborted' } });
  expect(started).toBe(false);
});
