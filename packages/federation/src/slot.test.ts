import { expect, test } from 'vitest';
import * as slot from './slot.ts';

// Independently released remotes rely on these names: removing one is a breaking change.
test('the shared part of the package exports these names', () => {
  expect(Object.keys(slot)).toEqual(['slotOf']);
});
