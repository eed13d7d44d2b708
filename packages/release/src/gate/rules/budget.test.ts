import { expect, test } from 'vitest';
import { remoteVersion } from '../testing.ts';
import { checkBudget } from './budget.ts';

const weighing = (version: string, brotli: number, budget?: number) =>
  remoteVersion({
    version,
    size: { raw: 3 * brotli, brotli },
    ...(budget !== undefined && { budget: { brotli: budget } }),
  });

test('a remote over its budget', () => {
  const live = weighing('1.0.0-old', 110_000, 90_000);
  expect(checkBudget(weighing('1.1.0-new', 131_240, 120_000), live)).toEqual([
    {
      rule: 'budget',
      file: 'remote.json',
      message:
        'mfe-shop 1.1.0-new weighs 131.2 kB with brotli, 11.2 kB more than the 120.0 kB that its remote.json allows. mfe-shop 1.0.0-old, which is live, weighs 110.0 kB. Make it lighter, or raise budget.brotli in remote.json.',
      ours: 'mfe-shop 1.1.0-new',
      live: 'mfe-shop 1.0.0-old',
    },
  ]);
});

test('a first version over its budget is compared with none', () => {
  const [refusal] = checkBudget(weighing('1.0.0-new', 131_240, 120_000));
  expect(refusal?.message).toBe(
    'mfe-shop 1.0.0-new weighs 131.2 kB with brotli, 11.2 kB more than the 120.0 kB that its remote.json allows. Make it lighter, or raise budget.brotli in remote.json.',
  );
});

test('a remote at its budget, and one without', () => {
  expect(checkBudget(weighing('1.0.0-new', 120_000, 120_000))).toEqual([]);
  expect(checkBudget(weighing('1.0.0-new', 131_240))).toEqual([]);
});
