import { afterEach, expect, test, vi } from 'vitest';
import { holdPresses } from '../early/hold-presses.ts';
import { watchErrors } from '../errors/watch-errors.ts';
import { replacePage } from './replace-page.tsx';

afterEach(() => {
  document.body.innerHTML = '';
});

test('a press while the page is being rendered is followed by the page', async () => {
  document.body.innerHTML =
    '<div id="root" data-waiting><button type="button">Log in</button></div>';
  const container = document.querySelector<HTMLElement>('#root');
  if (!container) throw new Error('no container');
  holdPresses();
  const logIn = vi.fn();
  const page = (
    <button type="button" onClick={logIn}>
      Log in
    </button>
  );
  replacePage(container, page, watchErrors());
  container.querySelector('button')?.click();
  expect(logIn).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(logIn).toHaveBeenCalledOnce());
});
