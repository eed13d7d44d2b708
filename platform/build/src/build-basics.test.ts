import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';
import { basicsOf } from './build-basics.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';

/** Builds a piece of these files, and returns what it emits, by name. Adds the build's errors to `errors`. */
async function build(
  files: Readonly<Record<string, string>>,
  errors: string[] = [],
): Promise<Record<string, string>> {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-basics-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const root = path.join(home, 'mfe-gifts');
  await mkdir(root);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, name), text);
  const basics = basicsOf('mfe-gifts', root, 3005, { shared: {} });
  const rsbuild = await createRsbuild({
    cwd: root,
    config: { ...basics, logLevel: 'silent', source: { entry: { index: './index.js' } } },
  });
  rsbuild.onAfterBuild(({ stats }) => {
    for (const { message } of stats?.toJson({ errors: true }).errors ?? []) errors.push(message);
  });
  await rsbuild.build();
  const dist = path.join(root, 'dist');
  const names = await readdir(dist, { recursive: true, withFileTypes: true });
  const emitted = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      emitted.map(async (file) => [path.relative(dist, file), await readFile(file, 'utf8')]),
    ),
  );
}

test('a file whose name an address can’t contain fails the build, with the file', async () => {
  const files = {
    'index.js': "import svg from './50%.svg'; console.log(svg);",
    '50%.svg': picture,
  };
  const errors: string[] = [];
  await expect(build(files, errors)).rejects.toThrow();
  expect(errors).toEqual([
    expect.stringContaining(
      '50%.svg has "%" in its name, which an address can’t contain as it is: rename it',
    ),
  ]);
});

test('no small file is inlined as data:, which the released policy blocks', async () => {
  const emitted = await build({
    'index.js':
      "import './a.css'; import svg from './a.svg'; import font from './a.woff2'; import sound from './a.mp3'; console.log(svg, font, sound, new URL('./b.png', import.meta.url), new URL('./c.json?x', import.meta.url));",
    'a.css': `.a { background: url(./d.svg) } .b { background: url("data:image/svg+xml,${encodeURIComponent(picture)}") }`,
    ...{
      'a.svg': picture,
      'd.svg': picture.replace('9', '8'),
      'a.woff2': 'font',
      'a.mp3': 'sound',
    },
    ...{ 'b.png': 'png', 'c.json': '{}' },
  });
  expect(Object.keys(emitted).filter((file) => /\.(?:svg|woff2|mp3|png)$/.test(file))).toHaveLength(
    6,
  );
  const scripts = Object.entries(emitted).filter(([file]) => !file.endsWith('.map'));
  expect(scripts.filter(([, text]) => /(?:url\(|=)\s*["']?data:/.test(text))).toEqual([]);
});
