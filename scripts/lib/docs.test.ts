import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './workspace.ts';

const read = (...file: string[]) => readFile(path.join(root, ...file), 'utf8');

/** Returns the commands of the README's first code block, without comments. */
async function readCommands(): Promise<string[]> {
  const readme = await read('README.md');
  const [, block = ''] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  return block.split('\n').flatMap((line) => line.replace(/\s+#.*/, '').trim() || []);
}

/** Returns an environment without the setting that answers npm's prompts, and without a pnpm that npx has cached. */
function strangerEnvironment(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_yes$/i.test(name));
  return { ...Object.fromEntries(own), npm_config_cache: path.join(folder, 'npm-cache') };
}

test('the two commands work as the README prints them, even if npm may not prompt', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 3 }));
  const scripts = { start: 'node -p "\'it starts\'"', test: 'node -p "\'it tests\'"' };
  const { bin, packageManager } = JSON.parse(await read('package.json'));
  const manifest = { private: true, name: 'a', bin, packageManager, scripts };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await cp(path.join(root, 'scripts/pnpm.mjs'), path.join(folder, 'scripts/pnpm.mjs'));
  await cp(path.join(root, 'pnpm-workspace.yaml'), path.join(folder, 'pnpm-workspace.yaml'));
  await writeFile(path.join(folder, '.npmrc'), 'yes=false\n');
  const commands = await readCommands();
  expect(commands).toHaveLength(2);
  const outputs = commands.map((command) => {
    const { stdout, stderr } = spawnSync(command, {
      shell: true,
      cwd: folder,
      env: strangerEnvironment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    return stdout + stderr;
  });
  expect(outputs).toEqual([
    expect.stringContaining('it starts'),
    expect.stringContaining('it tests'),
  ]);
  expect(await readdir(path.join(folder, '.pnpm'))).toEqual([packageManager]);
}, 120_000);

test.each([
  ['Rspack', '@rspack/core', '@module-federation/enhanced'],
  ['Vite', 'vite', '@module-federation/vite'],
  ['webpack', 'webpack', '@module-federation/enhanced'],
])(
  'the page for teams names the versions of the example with %s',
  async (name, bundler, plugin) => {
    const page = await read('docs/teams.md');
    const folder = path.join('examples', `mfe-with-${name.toLowerCase()}`);
    const { devDependencies } = JSON.parse(await read(folder, 'package.json'));
    const row = new RegExp(
      `^\\| ${name} +\\| ${devDependencies[bundler]} +\\| \`${plugin}\` ${devDependencies[plugin]} `,
      'm',
    );
    expect(page).toMatch(row);
  },
);

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
// Leaves out .github, which a team's repository has as well.
const folders = new Set(
  tracked.map((file) => file.split('/')[0]).filter((name) => !name?.startsWith('.')),
);
const documents = tracked.filter(
  (file) => file.endsWith('.md') && existsSync(path.join(root, file)),
);

/** Returns the files that a document links to or mentions by path. Leaves out build output. */
async function namedFiles(document: string): Promise<string[]> {
  const text = await read(document);
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
    path.join(path.dirname(document), link),
  );
  const inCode = [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+)\/?`/g)]
    .map(([, file = '']) => file)
    .filter((file) => folders.has(file.split('/')[0] ?? '') && !/dist|node_modules/.test(file));
  return [...links, ...inCode];
}

test('the documents link to files and folders that exist, and name no others', async () => {
  const missing = await Promise.all(
    documents.map(async (document) => {
      const files = await namedFiles(document);
      return files
        .filter((file) => !existsSync(path.join(root, file)))
        .map((file) => `${document}: ${file}`);
    }),
  );
  expect(missing.flat()).toEqual([]);
});

test('each recipe of the devtools’ page is proved by a test that names it', async () => {
  const recipes = [...(await read('docs/devtools.md')).matchAll(/^- \*\*(.+?):\*\*/gm)];
  const files = await Promise.all(
    ['e2e/shop', 'mfe-devtools/src'].map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true }))
        .filter((file) => /\.(?:spec|test)\.tsx?$/.test(file))
        .map((file) => read(folder, file)),
    ),
  );
  const tests = (await Promise.all(files.flat())).join('');
  expect(recipes.length).toBeGreaterThan(1);
  expect(
    recipes.map(([, name]) => name).filter((name) => !tests.includes(`recipe “${name}”: `)),
  ).toEqual([]);
});

/** Returns the anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('the documents link to headings that exist', async () => {
  const broken = await Promise.all(
    documents.map(async (document) => {
      const links = [...(await read(document)).matchAll(/\]\(([^)#: ]*)#([^)]+)\)/g)];
      const known = await Promise.all(
        links.map(async ([, file = '', anchor = '']) => {
          const target = file === '' ? document : path.join(path.dirname(document), file);
          return anchorsOf(await read(target)).includes(anchor);
        }),
      );
      return links.filter((_, index) => !known[index]).map(([link]) => `${document}: ${link}`);
    }),
  );
  expect(broken.flat()).toEqual([]);
});

test('the page about the devtools prints the panel that a test opens', async () => {
  const panel = await read('shell/src/devtools/other-panel.tsx');
  expect(await read('docs/devtools.md')).toContain(`\`\`\`tsx\n${panel}\`\`\``);
});
