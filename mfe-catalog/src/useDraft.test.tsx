import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from './useDraft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function openField(initial: string) {
  const commit = vi.fn<(value: string) => void>();
  const { result, rerender } = renderHook(({ value }) => useDraft(value, commit), {
    initialProps: { value: initial },
  });
  return {
    commit,
    shown: () => result.current.value,
    edit: (value: string) => act(() => result.current.edit(value)),
    flush: () => act(() => result.current.flush()),
    rest: () => act(() => vi.advanceTimersByTime(200)),
    follow: (value: string) => rerender({ value }),
  };
}

test('shows an edit at once and hands it on once, when the hand rests', () => {
  const field = openField('');
  field.edit('s');
  field.edit('sh');
  expect(field.shown()).toBe('sh');
  expect(field.commit).not.toHaveBeenCalled();
  field.rest();
  expect(field.commit.mock.calls).toEqual([['sh']]);
});

test('does not wait when told so, and does not repeat itself', () => {
  const field = openField('');
  field.edit('sh');
  field.flush();
  field.rest();
  expect(field.commit.mock.calls).toEqual([['sh']]);
});

test('follows a change from elsewhere, and forgets what was not handed on', () => {
  const field = openField('shirt');
  field.edit('shirts');
  field.follow('');
  expect(field.shown()).toBe('');
  field.rest();
  expect(field.commit).not.toHaveBeenCalled();
});

test('its own earlier value coming back does not undo what was typed meanwhile', () => {
  const field = openField('');
  field.edit('sh');
  field.rest();
  field.edit('shi');
  field.follow('sh');
  expect(field.shown()).toBe('shi');
  field.rest();
  field.follow('shi');
  expect(field.shown()).toBe('shi');
  field.follow('');
  expect(field.shown()).toBe('');
});
