import type { PatchStep } from '@patchwork/mock-server';
import { expect, test } from 'vitest';
import { describeStep } from './describe-step.ts';

test.each<[PatchStep, ReturnType<typeof describeStep>]>([
  [
    { op: 'replace', path: '/products/puddle-raincoat/price', value: '999' },
    { action: 'Changed', target: 'products › puddle-raincoat › price', value: '"999"' },
  ],
  [
    { op: 'remove', path: '/users/a~1b~0c' },
    { action: 'Removed', target: 'users › a/b~c', value: undefined },
  ],
  [
    { op: 'add', path: '/users/asha-rao/cart/0', value: { title: 'x'.repeat(100) } },
    {
      action: 'Added',
      target: 'users › asha-rao › cart › 0',
      value: `{"title":"${'x'.repeat(69)}…`,
    },
  ],
  [
    { op: 'add', path: '/users/asha-rao/cart/-', value: { _id: 'raincoat' } },
    { action: 'Added to', target: 'users › asha-rao › cart', value: '{"_id":"raincoat"}' },
  ],
])('%j is described in words', (step, description) => {
  expect(describeStep(step)).toEqual(description);
});
