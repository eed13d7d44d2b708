// @vitest-environment happy-dom

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdPresses } from './hold-presses.ts';

beforeAll(() => holdPresses((pathname) => pathname !== '/wishlist'));

beforeEach(() => {
  document.body.innerHTML = `
    <div data-waiting>
      <a href="/wishlist">Wishlist</a>
      <a href="/productlist">Shop Now</a>
      <a href="/?filter=new">New</a>
      <a href="https://www.example.com/">Elsewhere</a>
      <a href="#main">Skip to content</a>
      <form><button type="submit">Login</button></form>
      <form action="/productlist"><button type="submit">Search</button></form>
      <button popovertarget="search">Open the search</button>
    </div>
    <button>Outside</button>`;
});

/** Presses a control; returns whether the press was kept for the shop. */
function press(text: string, options: MouseEventInit = {}): boolean {
  const control = [...document.querySelectorAll('a, button')].find(
    ({ textContent }) => textContent === text,
  );
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...options });
  control?.dispatchEvent(event);
  const isMarked = document.querySelector('[data-pressed]') === control;
  expect(event.defaultPrevented).toBe(isMarked);
  return isMarked;
}

test.each(['Wishlist', 'Login'])('a press on "%s" is kept until the shop is there', (text) => {
  expect(press(text)).toBe(true);
});

test('the last press counts', () => {
  press('Login');
  expect(press('Wishlist')).toBe(true);
  expect(document.querySelectorAll('[data-pressed]')).toHaveLength(1);
});

test.each(['Elsewhere', 'Skip to content', 'Search', 'Open the search', 'Outside'])(
  '"%s" needs no shop, and is left to the browser',
  (text) => expect(press(text)).toBe(false),
);

test('a press that opens a new tab is left to the browser', () => {
  expect(press('Wishlist', { ctrlKey: true })).toBe(false);
});

test('a link to another open page is left to the browser, but only while nothing of the shop runs', () => {
  expect(press('New')).toBe(true);
  expect(press('Shop Now')).toBe(false);
  document.body.innerHTML = `<div data-waiting="page"><div data-prerendered="home">
    <a href="/productlist">Shop Now</a></div></div>`;
  expect(press('Shop Now')).toBe(true);
});

test('without a network, a link is kept: the browser would show its own error page', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(press('Shop Now')).toBe(true);
  online.mockRestore();
});

test('once the frame is there, only presses on the page are kept', () => {
  const waiting = document.querySelector<HTMLElement>('[data-waiting]');
  if (waiting) waiting.dataset.waiting = 'page';
  expect(press('Wishlist')).toBe(false);
  document.querySelector('form')?.setAttribute('data-prerendered', 'login');
  expect(press('Login')).toBe(true);
});

test('nothing is kept once the shop is there', () => {
  document.querySelector('[data-waiting]')?.removeAttribute('data-waiting');
  expect(press('Wishlist')).toBe(false);
});

describe('a link that the shop has not answered', () => {
  const assign = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    assign.mockReset();
    vi.spyOn(location, 'assign').mockImplementation(assign);
  });
  afterEach(() => void vi.useRealTimers());

  test('is followed by the browser after a while', () => {
    press('Wishlist');
    vi.advanceTimersByTime(10_000);
    expect(assign.mock.calls).toEqual([[new URL('/wishlist', location.href).href]]);
  });

  test('is left alone if another control was pressed after it', () => {
    press('Wishlist');
    press('Login');
    vi.advanceTimersByTime(10_000);
    expect(assign).not.toHaveBeenCalled();
  });

  test('is not followed once the shop has started, even if the link stays on the page', () => {
    press('Wishlist');
    document.querySelector('[data-waiting]')?.removeAttribute('data-waiting');
    vi.advanceTimersByTime(10_000);
    expect(assign).not.toHaveBeenCalled();
  });

  test('is not followed if the shop has replaced it', () => {
    press('Wishlist');
    document.querySelector('[data-waiting]')?.replaceChildren();
    vi.advanceTimersByTime(10_000);
    expect(assign).not.toHaveBeenCalled();
  });
});
