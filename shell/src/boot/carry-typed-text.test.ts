// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { carryTypedText } from './carry-typed-text.ts';

const boxes = '<input name="search" id="bar"><input name="search" id="below">';

test('text and focus are carried over to the new search boxes', () => {
  document.body.innerHTML = boxes;
  const below = document.querySelector<HTMLInputElement>('#below');
  if (!below) throw new Error('no box');
  below.value = 'kurta';
  below.focus();
  const restore = carryTypedText(document.body);
  document.body.innerHTML = boxes;
  restore();
  expect(document.querySelector<HTMLInputElement>('#below')?.value).toBe('kurta');
  expect(document.activeElement?.id).toBe('below');
});

test('without any typing, nothing gets the focus', () => {
  document.body.innerHTML = boxes;
  carryTypedText(document.body)();
  expect(document.activeElement).toBe(document.body);
});
