import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './workspace.ts';

/** The first commands of the README, without their comments. */
async function readCommands(): Promise<string[]> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const [, block = ''] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  return block.split('\n').flatMap((line) => line.replace(/\s+#.*/, '').trim() || []);
}

/** No terminal to ask at, nobody's settings, and no pnpm that an earlier npx has kept. */
function strangerEnvironment(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_yes$/i.test(name));
  return { ...Object.fromEntries(own), npm_config_cache: path.join(folder, 'npm-cache') };
}

test('the two commands run as the README prints them, where npm may not ask', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 3 }));
  const scripts = { start: 'node -p "\'it starts\'"', test: 'node -p "\'it tests\'"' };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
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
}, 120_000);
