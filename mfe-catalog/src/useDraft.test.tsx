import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from './useDraft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

function openField(initial: string) {
  const commit = vi.fn<(value: string) => void>();
  const { result, rerender, unmount } = renderHook(({ value }) => useDraft(value, commit), {
    initialProps: { value: initial },
  });
  return {
    commit,
    shown: () => result.current.value,
    edit: (value: string) => act(() => result.current.edit(value)),
    drop: () => act(() => result.current.drop()),
    leave: unmount,
    flush: () => act(() => result.current.flush()),
    rest: () => act(() => vi.advanceTimersByTime(200)),
    follow: (value: string) => rerender({ value }),
  };
}

test('an edit is shown immediately and committed once, after a pause', () => {
  const field = openField('');
  field.edit('s');
  field.edit('sh');
  expect(field.shown()).toBe('sh');
  expect(field.commit).not.toHaveBeenCalled();
  field.rest();
  expect(field.commit.mock.calls).toEqual([['sh']]);
});

test('flush commits immediately, and only once', () => {
  const field = openField('');
  field.edit('sh');
  field.flush();
  field.rest();
  expect(field.commit.mock.calls).toEqual([['sh']]);
});

test('the field follows changes of the value and drops uncommitted edits', () => {
  const field = openField('shirt');
  field.edit('shirts');
  field.follow('');
  expect(field.shown()).toBe('');
  field.rest();
  expect(field.commit).not.toHaveBeenCalled();
});

test('a late earlier value does not undo later typing', () => {
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

test('a discarded edit is not committed, and the field shows its value again', () => {
  const field = openField('shirt');
  field.edit('shirts');
  field.drop();
  expect(field.shown()).toBe('shirt');
  field.rest();
  expect(field.commit).not.toHaveBeenCalled();
});

test('an unmounted field commits nothing', () => {
  const field = openField('');
  field.edit('sh');
  field.leave();
  field.rest();
  expect(field.commit).not.toHaveBeenCalled();
});
