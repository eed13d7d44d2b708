import { expect, test } from 'vitest';
import { sampleUsers } from './sample-tables.ts';

test('there is one user', () => {
  expect(sampleUsers).toHaveLength(1);
});
