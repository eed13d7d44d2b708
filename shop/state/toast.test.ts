import { expect, test, vi } from 'vitest';
import { subscribeToToasts, toast } from './toast.ts';

/** Drops toasts that other tests left unshown. */
const forgetToasts = () => subscribeToToasts(() => undefined)();

test('toasts wait for the page that displays them, and keep their order', () => {
  forgetToasts();
  toast.success('Logged in successfully!');
  toast.error('Please login to continue!');
  const show = vi.fn();
  const stop = subscribeToToasts(show);
  toast.info('Third');
  expect(show.mock.calls).toEqual([
    [{ kind: 'success', text: 'Logged in successfully!' }],
    [{ kind: 'error', text: 'Please login to continue!' }],
    [{ kind: 'info', text: 'Third' }],
  ]);
  stop();
  toast.warning('Fourth');
  expect(show).toHaveBeenCalledTimes(3);
  const next = vi.fn();
  subscribeToToasts(next)();
  expect(next.mock.calls).toEqual([[{ kind: 'warning', text: 'Fourth' }]]);
});
