import type { PatchStep } from '@patchwork/mock-server';
import { expect, test } from 'vitest';
import { describeStep } from './tellStep.ts';

test.each<[PatchStep, ReturnType<typeof describeStep>]>([
  [
    { op: 'replace', path: '/products/puddle-raincoat/price', value: '999' },
    { verb: 'Changed', place: 'products › puddle-raincoat › price', value: '"999"' },
  ],
  [
    { op: 'remove', path: '/users/a~1b~0c' },
    { verb: 'Removed', place: 'users › a/b~c', value: undefined },
  ],
  [
    { op: 'add', path: '/users/asha-rao/cart/0', value: { title: 'x'.repeat(100) } },
    {
      verb: 'Added',
      place: 'users › asha-rao › cart › 0',
      value: `{"title":"${'x'.repeat(69)}…`,
    },
  ],
  [
    { op: 'add', path: '/users/asha-rao/cart/-', value: { _id: 'raincoat' } },
    { verb: 'Added to', place: 'users › asha-rao › cart', value: '{"_id":"raincoat"}' },
  ],
])('%j is told in words', (step, told) => {
  expect(describeStep(step)).toEqual(told);
});
