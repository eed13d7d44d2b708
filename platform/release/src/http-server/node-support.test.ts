import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { nodeProblem } from './node-support.ts';

const today = new Date('2026-11-28T12:00:00Z');

test.each([
  ['20.19.0', 'Node 20.19.0 has had no security fixes since 2026-04-30'],
  ['20.20.2', 'Node 20.20.2 has had no security fixes since 2026-04-30'],
  ['23.11.1', 'Node 23.11.1 has had no security fixes since 2025-06-01'],
  ['25.9.0', 'Node 25.9.0 has had no security fixes since 2026-06-01'],
  ['22.23.3', 'update it to 22.23.4 or later'],
  ['24.9.0', 'update it to 24.22.1 or later'],
  ['24.22.0', 'update it to 24.22.1 or later'],
  ['26.12.0', 'update it to 26.12.1 or later'],
])('Node %s is warned of', (version, text) => {
  expect(nodeProblem(version, today)).toContain(text);
});

test.each(['22.23.4', '22.23.10', '22.100.0', '24.22.1', '24.22.3', '26.12.1', '27.0.0', '30.1.0'])(
  'Node %s gets fixes',
  (version) => expect(nodeProblem(version, today)).toBeUndefined(),
);

test('a line gets fixes until the end of its last day', () => {
  const last = (time: string) => nodeProblem('24.22.3', new Date(time));
  expect(last('2028-04-30T23:59:59Z')).toBeUndefined();
  expect(last('2028-05-01T00:00:00Z')).toContain('no security fixes since 2028-04-30');
});

test('the Node of the workflows gets fixes', async () => {
  const version = (await readFile(new URL('../../../../.nvmrc', import.meta.url), 'utf8')).trim();
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(nodeProblem(version, today)).toBeUndefined();
});
