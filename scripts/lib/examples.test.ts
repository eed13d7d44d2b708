import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './workspace.ts';

const read = (...file: string[]) => readFile(path.join(root, ...file), 'utf8');

test.each([
  ['Rspack', '@rspack/core', '@module-federation/enhanced'],
  ['Vite', 'vite', '@module-federation/vite'],
  ['webpack', 'webpack', '@module-federation/enhanced'],
])(
  'the page on other bundlers has the configuration and the versions of the example with %s',
  async (name, bundler, plugin) => {
    const page = await read('docs/other-bundlers.md');
    const tool = name.toLowerCase();
    const folder = path.join('examples', `mfe-with-${tool}`);
    expect(page).toContain(`\`\`\`js\n${await read(folder, `${tool}.config.mjs`)}\`\`\``);
    const { devDependencies } = JSON.parse(await read(folder, 'package.json'));
    const row = new RegExp(
      `^\\| ${name} +\\| ${devDependencies[bundler]} +\\| \`${plugin}\` ${devDependencies[plugin]} `,
      'm',
    );
    expect(page).toMatch(row);
  },
);
