import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { change, messages, smallWorkspace, time } from '../../testing/gate.ts';
import { emitTypes } from './emit-types.ts';
import { type TypesIndex, typesIndexFile } from './types-index.ts';

const props = 'export interface Props { readonly title: string; readonly onClose: () => void }';

const barOf = (name: string) => `
import type { Props } from '${name}';
import { size } from '${name.replace('props', 'size')}';
export const Component = ({ title, onClose }: Props) => <button onClick={onClose}>{title}{size}</button>;`;

const manifest = {
  name: '@patchwork/mfe-shop',
  version: '1.0.0',
  dependencies: { '@patchwork/shop': 'workspace:*', '@patchwork/domain': 'workspace:*' },
};

const aliased = (name: string, config: object | undefined, more: Record<string, string> = {}) => ({
  'mfe-shop/src/exposes/Bar.tsx': barOf(name),
  'mfe-shop/src/lib/props.ts': props,
  'mfe-shop/src/lib/size.ts': 'export const size = 7;',
  ...(config && { 'mfe-shop/tsconfig.json': JSON.stringify(config) }),
  ...more,
});

async function emitted(workspace: string, piece = 'mfe-shop') {
  const { types: folder, findings } = await emitTypes(workspace, path.join(workspace, piece));
  const index = JSON.parse(await readFile(path.join(folder, typesIndexFile), 'utf8'));
  return { folder, index: index as TypesIndex, findings };
}

const aliases = { paths: { '@/*': ['./src/*'] } };

test.each([
  ['paths without a baseUrl', aliased('@/lib/props', { compilerOptions: aliases })],
  [
    'a baseUrl',
    aliased('lib/props', { compilerOptions: { baseUrl: 'src', ignoreDeprecations: '6.0' } }),
  ],
  [
    'paths of a file that tsconfig.json extends',
    aliased(
      '@/lib/props',
      { extends: ['./config/base'] },
      { 'mfe-shop/config/base.json': '{"compilerOptions":{"paths":{"@/*":["../src/*"]}}}' },
    ),
  ],
  [
    'paths of a project that tsconfig.json refers to',
    aliased(
      '@/lib/props',
      { files: [], references: [{ path: './tsconfig.app.json' }] },
      { 'mfe-shop/tsconfig.app.json': JSON.stringify({ compilerOptions: aliases }) },
    ),
  ],
  [
    'imports of package.json',
    aliased('#lib/props', undefined, {
      'mfe-shop/package.json': JSON.stringify({
        ...manifest,
        imports: { '#lib/*': './src/lib/*.ts' },
      }),
    }),
  ],
])(
  'the gate resolves %s, in a remote and in its released types',
  {
    timeout: time,
  },
  async (_what, files) => {
    const workspace = await smallWorkspace(files);
    const { folder, findings } = await emitted(workspace);
    expect(findings).toEqual([]);
    const text = await readFile(path.join(folder, 'mfe-shop/src/exposes/Bar.d.ts'), 'utf8');
    expect(text).toContain("from '../lib/props.js'");
    expect(await messages({ remote: files })).toEqual([]);
    const changed = {
      ...files,
      'mfe-shop/src/lib/props.ts': props.replace('title: string', 'title: number'),
    };
    expect(await messages({ remote: changed })).toEqual([
      expect.stringContaining('./Bar is not what shell 1.0.0-bbbbbbbbbb expects in its slot “bar”'),
    ]);
  },
);

test('a change of an alias, or of what it leads to outside of the remote, is compiled again', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace(
    aliased(
      '@/props',
      { extends: './base.json' },
      {
        'mfe-shop/base.json': '{"compilerOptions":{"paths":{"@/*":["../libs/ui/*"]}}}',
        'libs/ui/props.ts': props,
        'libs/ui/size.ts': 'export const size = 7;',
      },
    ),
  );
  const before = await emitted(workspace);
  expect(before.findings).toEqual([]);
  await change(path.join(workspace, 'libs/ui/props.ts'), 'title: string', 'title: number');
  const after = await emitted(workspace);
  expect(after.index.hash).not.toBe(before.index.hash);
  await writeFile(path.join(workspace, 'mfe-shop/base.json'), '{}');
  expect((await emitted(workspace)).findings).toMatchObject([{ rule: 'type errors' }]);
});

test('a remote’s own declaration files are part of it', { timeout: time }, async () => {
  const workspace = await smallWorkspace({
    'mfe-shop/src/exposes/Bar.tsx': `
import Ring from './ring.svg?react';
export const Component = ({ title }: { title: string }) => <button><Ring />{title}</button>;`,
    'mfe-shop/src/svg.d.ts': `
declare module '*.svg?react' {
  const Svg: () => null;
  export default Svg;
}`,
  });
  expect((await emitted(workspace)).findings).toEqual([]);
  await writeFile(path.join(workspace, 'mfe-shop/src/svg.d.ts'), 'export {};');
  expect((await emitted(workspace)).findings).toMatchObject([{ rule: 'type errors' }]);
});
