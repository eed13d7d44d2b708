import path from 'node:path';
import { emitTypes, ReleaseError } from '@patchwork/release';
import { emit } from '@patchwork/release/emit';
import { smallWorkspace } from '@patchwork/release/testing-gate';
import { expect, test } from 'vitest';
import { emitApart } from './emit-apart.ts';

// Timeout in milliseconds: the compiler reads React's types and the browser's, twice.
const time = 120_000;

test('another process emits the same types and findings', { timeout: time }, async () => {
  const workspace = await smallWorkspace({
    'mfe-shop/src/exposes/Bar.tsx': 'export const Component = (): number => "no number";',
  });
  const answers: unknown[] = [];
  const both: typeof emitApart = async (...request) => {
    answers.push(await emitApart(...request), await emit(...request));
    return answers[0] as Awaited<ReturnType<typeof emit>>;
  };
  const { findings } = await emitTypes(workspace, path.join(workspace, 'mfe-shop'), both);
  expect(findings).toMatchObject([{ rule: 'type errors' }]);
  expect(answers[0]).toEqual(answers[1]);
});

test('a mistake of the team is told as such', { timeout: time }, async () => {
  const workspace = await smallWorkspace({ 'mfe-shop/remote.json': '{}' });
  const failure = await emitTypes(workspace, path.join(workspace, 'mfe-shop'), emitApart).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(ReleaseError);
  expect(failure.message).toContain('remote.json');
});
