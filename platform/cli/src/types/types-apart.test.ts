import path from 'node:path';
import { emitTypes, ReleaseError } from '@patchwork/release';
import { emit } from '@patchwork/release/emit';
import { check, publish, smallWorkspace } from '@patchwork/release/testing-gate';
import { expect, onTestFinished, test } from 'vitest';
import { createTypesApart } from './types-apart.ts';

// Timeout in milliseconds: the compiler reads React's types and the browser's, twice.
const time = 120_000;

test('another process emits the same types and findings', { timeout: time }, async () => {
  const workspace = await smallWorkspace({
    'mfe-shop/src/exposes/Bar.tsx': 'export const Component = (): number => "no number";',
  });
  const answers: unknown[] = [];
  const both = async (...request: Parameters<typeof emit>) => {
    answers.push(await createTypesApart().emit(...request), await emit(...request));
    return answers[0] as Awaited<ReturnType<typeof emit>>;
  };
  const { findings } = await emitTypes(workspace, path.join(workspace, 'mfe-shop'), both);
  expect(findings).toMatchObject([{ rule: 'type errors' }]);
  expect(answers[0]).toEqual(answers[1]);
});

test('another process finds the same faults between versions', { timeout: time }, async () => {
  const versions = await publish({
    remote: {
      'mfe-shop/src/exposes/Bar.tsx': `interface Props { readonly title: string; readonly onDismiss: () => void }
export const Component = ({ title, onDismiss }: Props) => <b onClick={onDismiss}>{title}</b>;`,
    },
  });
  // In a folder that does not exist, so that neither finds the other's result.
  const here = await check(versions, 'remote', '/nowhere');
  const apart = await check(versions, 'remote', '/nowhere', createTypesApart().compare);
  expect(here).toMatchObject([{ rule: 'exposed types' }]);
  expect(apart).toEqual(here);
});

test('requests at the same time are answered in turn', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace();
  const { emit: ask, compare } = createTypesApart();
  const [emitted, compared] = await Promise.all([
    emitTypes(workspace, path.join(workspace, 'mfe-shop'), ask),
    compare(workspace, []),
  ]);
  expect(emitted.findings).toEqual([]);
  expect(compared).toEqual([]);
});

test('a command with many pieces prints no warning', { timeout: time }, async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => void warnings.push(warning);
  process.on('warning', collect);
  onTestFinished(() => void process.off('warning', collect));
  const workspace = await smallWorkspace();
  const { compare } = createTypesApart();
  for (let piece = 0; piece < 12; piece += 1) expect(await compare(workspace, [])).toEqual([]);
  expect(warnings).toEqual([]);
});

test('a mistake of the team is told as such', { timeout: time }, async () => {
  const workspace = await smallWorkspace({ 'mfe-shop/remote.json': '{}' });
  const failure = await emitTypes(
    workspace,
    path.join(workspace, 'mfe-shop'),
    createTypesApart().emit,
  ).catch((error) => error);
  expect(failure).toBeInstanceOf(ReleaseError);
  expect(failure.message).toContain('remote.json');
});
