import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { listOf } from './endpoint.ts';

const names = listOf(v.object({ name: v.string() }));

test('an unreadable entry is skipped and logged, and the others stay in order', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const output = v.parse(names, [{ name: 'a' }, { name: 7 }, null, { name: 'b' }] as never);
  expect(output).toEqual([{ name: 'a' }, { name: 'b' }]);
  expect(logged).toHaveBeenCalledTimes(2);
});

test('a value that is no list is refused', () => {
  expect(v.safeParse(names, { name: 'a' }).success).toBe(false);
  expect(v.safeParse(names, undefined).success).toBe(false);
});
