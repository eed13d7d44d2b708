import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLauncherPlacement } from './useLauncherPlacement.ts';

function Launcher() {
  return <output>{useLauncherPlacement()}</output>;
}

const placement = () => screen.getByRole('status').textContent;

/** Scrolls a page of 3,000 pixels in a window of 800. */
function scrollTo(scrollTop: number): void {
  const sizes = { scrollTop, clientHeight: 800, scrollHeight: 3000 };
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(document.documentElement, name, { value, configurable: true });
  }
  act(() => void window.dispatchEvent(new Event('scroll')));
}

const wait = (duration: number) => act(() => vi.advanceTimersByTime(duration));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the launcher is hidden while the page is scrolled, and docked when it stops', () => {
  render(<Launcher />);
  expect(placement()).toBe('docked');
  scrollTo(400);
  expect(placement()).toBe('hidden');
  wait(200);
  scrollTo(700);
  wait(200);
  expect(placement()).toBe('hidden');
  wait(100);
  expect(placement()).toBe('docked');
});

test('at the page’s end there is room for the whole button', () => {
  render(<Launcher />);
  scrollTo(2199.5);
  wait(300);
  expect(placement()).toBe('free');
});
