/** What happens to a shop in the property test of the lists. For tests only. */
import type { ApiError } from '@patchwork/api';
import fc from 'fast-check';
import { broken, offline } from './fakes.ts';
import { refusedId } from './server.ts';
import { actions } from './shop-model.ts';

/** What a page gets instead of a response. */
export const errors: Readonly<Record<string, ApiError>> = {
  lost: offline,
  broken,
  // Truncated, or against its schema.
  malformed: { kind: 'malformed', message: 'Unexpected end of JSON input' },
  timeout: { kind: 'timeout', message: 'timeout of 15000ms exceeded' },
};

const tab = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const bits = fc.nat({ max: 63 });

export const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(...actions),
      id: fc.constantFrom('shirt', 'dress', 'coat', refusedId),
      times: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 20 })),
      tab,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('serve'), which }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('respond'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('fail'),
      which,
      isServed: fc.boolean(),
      as: fc.constant('lost'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('fail'),
      which,
      isServed: fc.boolean(),
      as: fc.constantFrom('broken', 'malformed', 'timeout'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('connect'), onLine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('tick') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reload'), tab, bits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('session'), tab, bits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('expire'), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('buy'), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('settle'), tab }) },
);
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
