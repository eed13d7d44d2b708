// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';
import { holdFonts, showFonts } from './early-fonts.ts';

const isHeld = () => document.documentElement.matches('[data-fonts="held"]');

/** Gives the page the faces of a font: the small file, and the one for other characters. */
function giveFonts(load: () => Promise<void>): {
  readonly small: unknown;
  readonly whole: unknown;
} {
  const small = vi.fn(load);
  const whole = vi.fn(load);
  const faces = [
    { unicodeRange: 'U+20-7E, U+A0', load: small },
    { unicodeRange: 'U+0-FF, U+131', load: whole },
    { unicodeRange: 'U+0-10FFFF', load: whole },
  ];
  Object.defineProperty(document, 'fonts', { value: faces, configurable: true });
  return { small, whole };
}

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.fonts;
});

test('on a first visit, the small files are loaded when the page can be used, and shown together', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { small, whole } = giveFonts(() => arrived);
  holdFonts();
  expect(isHeld()).toBe(true);
  expect(small).not.toHaveBeenCalled();
  const shown = showFonts();
  expect(small).toHaveBeenCalledOnce();
  expect(whole).not.toHaveBeenCalled();
  expect(isHeld()).toBe(true);
  arrive();
  await shown;
  expect(isHeld()).toBe(false);
});

test('a browser that has the fonts shows them at once', async () => {
  giveFonts(async () => undefined);
  holdFonts();
  await showFonts();
  holdFonts();
  expect(isHeld()).toBe(false);
});

test('fonts that could not be loaded hold nothing, and are held again on the next visit', async () => {
  giveFonts(() => Promise.reject(new Error('offline')));
  holdFonts();
  await showFonts();
  expect(isHeld()).toBe(false);
  holdFonts();
  expect(isHeld()).toBe(true);
});
