import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './workspace.ts';

const page = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8');

const rows = page.split('\n').flatMap((line) => {
  const [, state = '', numbers = '', why = ''] =
    /^- (holds|not applicable|open) ([\d., ]+): (.*)$/.exec(line) ?? [];
  return state === '' ? [] : { numbers: numbers.split(', '), state, why };
});

test('each requirement of levels 1 and 2 is listed once, and the sums are right', () => {
  const numbers = rows.flatMap((row) => row.numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
  const count = (state: string) =>
    rows.filter((row) => row.state === state).flatMap((row) => row.numbers).length;
  const [holds, notApplicable, open] = ['holds', 'not applicable', 'open'].map(count);
  const sums = `${holds} hold, ${notApplicable} do not apply, ${open} are open`;
  expect(page).toContain(`**${sums}.**`);
  expect(page).toContain(`All ${numbers.length} requirements`);
  expect(rows.filter(({ why }) => why === '')).toEqual([]);
});

test('every file that is named exists and contains the test that is named with it', () => {
  const named = rows.flatMap(({ why }) => [
    ...why.matchAll(/`([\w.][\w./-]*\.\w+)`(?: “([^”]+)”)?/g),
  ]);
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(([, file = '', text = '']) => {
    const absolute = path.join(root, file);
    return !existsSync(absolute) || !readFileSync(absolute, 'utf8').includes(text);
  });
  expect(missing.map(([match]) => match)).toEqual([]);
});
