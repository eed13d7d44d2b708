import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';
import { ownStyles } from './own-styles.ts';

/** The errors of a build with this style sheet, as they are printed. */
async function errorsOf(css: string): Promise<string[]> {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-styles-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const root = path.join(home, 'mfe-shop');
  await mkdir(root);
  await writeFile(path.join(root, 'index.js'), "import './Home.module.css';");
  await writeFile(path.join(root, 'Home.module.css'), css);
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      logLevel: 'silent',
      environments: { remote: { source: { entry: { index: './index.js' } } } },
      output: { cssModules: { localIdentName: 'mfe-shop-[local]-[hash:base64:6]' } },
      plugins: [ownStyles('mfe-shop', root)],
    },
  });
  let errors: string[] = [];
  rsbuild.onAfterBuild(({ stats }) => {
    const found = stats?.toJson({ errors: true }).errors ?? [];
    errors = found.map(({ message, stack }) => [message, stack].filter(Boolean).join('\n'));
  });
  await rsbuild.build().catch(() => undefined);
  return errors;
}

test('a rule that could hide the shop fails the build with one message, without a stack', async () => {
  const [error = '', ...others] = await errorsOf('.home { color: red }\nbody { display: none }');
  expect(others).toEqual([]);
  expect(error).toContain('mfe-shop/Home.module.css:2 body');
  expect(error).toContain('It can match elements that are not the remote’s own: write a class');
  expect(error).not.toMatch(/\bat /);
  expect(await errorsOf('.home { color: red }')).toEqual([]);
});
