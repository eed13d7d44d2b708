import { expect, test } from 'vitest';
import { sharedValues, verbNames } from './shared-atoms.ts';
import { writers } from './writers.ts';

test('every value that the pieces share is listed with its writers, and no other', () => {
  expect(Object.keys(writers).sort()).toEqual(sharedValues.map(({ name }) => name).sort());
});

test('a writer is a verb of the shared state, and no verb goes unnamed', () => {
  const named = new Set(Object.values(writers).flatMap(({ verbs }) => verbs));
  // They read, ask or load; what they lead to is written by others.
  const silent = ['loadCatalogueAtom', 'requireLoginAtom'];
  expect([...named, ...silent].sort()).toEqual([...verbNames.values()].sort());
});
