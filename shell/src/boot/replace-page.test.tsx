import { afterEach, expect, test, vi } from 'vitest';
import { holdPresses } from '../early/hold-presses.ts';
import { watchErrors } from '../errors/watch-errors.ts';
import { replacePage } from './replace-page.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

function waitingPage(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root" data-waiting>${html}</div>`;
  const container = document.querySelector<HTMLElement>('#root');
  if (!container) throw new Error('no container');
  return container;
}

test('a press while the page is being rendered is followed by the page', async () => {
  const container = waitingPage('<button type="button">Log in</button>');
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

test.each([
  { top: 320, moves: [[0, 320]] },
  { top: 0, moves: [] },
])('a page that was scrolled to $top px is there again', async ({ top, moves }) => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  replacePage(waitingPage('<p>first words</p>'), <p>the page</p>, watchErrors());
  await vi.waitFor(() => expect(document.body.textContent).toBe('the page'));
  expect(scrollTo.mock.calls).toEqual(moves);
});
