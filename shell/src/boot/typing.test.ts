// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { keepTyping } from './typing.ts';

const boxes = '<input name="search" id="bar"><input name="search" id="below">';

test('text and focus outlive the change of the frame', () => {
  document.body.innerHTML = boxes;
  const below = document.querySelector<HTMLInputElement>('#below');
  if (!below) throw new Error('no box');
  below.value = 'kurta';
  below.focus();
  const putBack = keepTyping(document.body);
  document.body.innerHTML = boxes;
  putBack();
  expect(document.querySelector<HTMLInputElement>('#below')?.value).toBe('kurta');
  expect(document.activeElement?.id).toBe('below');
});

test('where nobody typed, nothing gets the focus', () => {
  document.body.innerHTML = boxes;
  keepTyping(document.body)();
  expect(document.activeElement).toBe(document.body);
});
