import { expect, test } from 'vitest';
import { type Change, openQueue, overlay } from './change-queue.ts';

interface Item {
  readonly id: string;
  readonly count: number;
}
const idOf = ({ id }: Item) => id;
const list: readonly Item[] = [
  { id: 'a', count: 1 },
  { id: 'b', count: 1 },
  { id: 'c', count: 1 },
];
const change = (apply: Change<Item>['apply']): Change<Item> => ({
  productId: 'b',
  apply,
  send: () => Promise.reject(new Error('not sent here')),
});
const more = change((item) => item && { ...item, count: item.count + 1 });
const gone = change(() => undefined);
const ids = (items: readonly Item[]) => items.map(idOf).join('');

test('waiting changes apply in order to what the server holds', () => {
  const queue = openQueue(list, 'b', idOf);
  queue.waiting = [more, more];
  expect(overlay(list, queue, idOf)[1]).toEqual({ id: 'b', count: 3 });
  queue.waiting = [more, gone];
  expect(ids(overlay(list, queue, idOf))).toBe('ac');
});

test('an undone removal returns to its old place, others as they are by then', () => {
  const queue = openQueue(list, 'b', idOf);
  queue.waiting = [gone];
  const without = overlay(list, queue, idOf);
  queue.waiting = [];
  expect(ids(overlay(without, queue, idOf))).toBe('abc');
  expect(ids(overlay([], queue, idOf))).toBe('b');
});

test('an item that was not there comes last', () => {
  const queue = openQueue<Item>(list, 'd', idOf);
  queue.held = { id: 'd', count: 1 };
  expect(ids(overlay(list, queue, idOf))).toBe('abcd');
});

test('a list that was not loaded makes what is held a guess', () => {
  expect(openQueue<Item>(undefined, 'a', idOf)).toMatchObject({ held: undefined, guessed: true });
  expect(openQueue(list, 'a', idOf)).toMatchObject({ held: list[0], guessed: false });
});
