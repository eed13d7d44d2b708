import { expect, test } from 'vitest';
import { createChallenges } from './challenges.ts';

test('a challenge is good once, for five minutes, and for the server that made it', () => {
  let now = 1_800_000_000_000;
  const challenges = createChallenges(() => now);
  const [first, second] = [challenges.create(), challenges.create()];
  expect(challenges.use(first)).toBe(true);
  expect(challenges.use(first)).toBe(false);
  now += 5 * 60_000 + 1;
  expect(challenges.use(first)).toBe(false);
  expect(challenges.use(second)).toBe(false);
  const third = challenges.create();
  expect(createChallenges(() => now).use(third)).toBe(false);
  const [until = ''] = third.split('.', 1);
  expect(challenges.use(third.replace(until, String(Number(until) + 60_000)))).toBe(false);
  expect(challenges.use('')).toBe(false);
  expect(challenges.use(third)).toBe(true);
});
