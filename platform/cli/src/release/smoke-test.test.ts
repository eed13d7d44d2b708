import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSmokeTest, type Finding } from '@patchwork/release';
import { expect, test, vi } from 'vitest';
import { openTerminal } from './testing.ts';

/* Tests that open a browser are in e2e/teams/loading.spec.ts. */

const refusal: Finding = {
  severity: 'refusal',
  rule: 'loading',
  message: 'its page / shows nothing.',
  ours: 'mfe-catalog',
};

/** Opens a terminal with a live shell, where candidates that are loaded get these findings. */
async function openShop(answer: Finding[]) {
  const smokeTest = vi.fn((_wanted: boolean | undefined) => async () => answer);
  const terminal = await openTerminal({ smokeTest });
  await terminal.run('publish', 'shell', '--no-load');
  const live = () => readFile(path.join(terminal.root, '.release/registry.json'), 'utf8');
  smokeTest.mockClear();
  return { ...terminal, smokeTest, live };
}

test.each([
  [['publish', 'mfe-catalog'], undefined],
  [['publish', 'mfe-catalog', '--load'], true],
  [['check', 'mfe-catalog', '--no-load'], false],
  [['preview', 'mfe-catalog', '--name', 'pr-1'], undefined],
])('%j asks for a browser: %s', async (args, wanted) => {
  const { run, smokeTest } = await openShop([]);
  expect((await run(...args)).code).toBe(0);
  expect(smokeTest).toHaveBeenCalledWith(wanted, expect.any(Function));
});

test('a version that does not render is refused, and no pointer moves; a rollback opens no browser', async () => {
  const answer: Finding[] = [];
  const { run, change, live } = await openShop(answer);
  await run('publish', 'mfe-catalog');
  await change('later');
  await run('publish', 'mfe-catalog');
  const before = await live();
  answer.push(refusal);
  await change('broken');
  const { code, err } = await run('publish', 'mfe-catalog');
  expect(err).toContain('its page / shows nothing.');
  expect(err).toContain('docs/can-i-deploy.md#loading');
  expect(code).toBe(1);
  expect(await live()).toBe(before);
  expect((await run('rollback', 'mfe-catalog')).code).toBe(0);
});

test.each([[[]], [['--build']]])('pages are opened while the types are read %j', async (flags) => {
  const gate = vi.fn(async () => []);
  const { run, change } = await openTerminal({
    smokeTest: () => gate,
    typesOf: async ({ name }) => {
      if (name === 'mfe-catalog') await vi.waitFor(() => expect(gate).toHaveBeenCalled());
      return {};
    },
  });
  await run('publish', 'shell', '--no-load');
  gate.mockClear();
  await change('later');
  expect((await run('publish', 'mfe-catalog', ...flags)).code).toBe(0);
  expect(gate).toHaveBeenCalledTimes(1);
});

test('--no-load and a missing Chromium are reported once for each move', async () => {
  const { run } = await openTerminal({ smokeTest: createSmokeTest({}) });
  const unloaded = await run('publish', 'shell', '--no-load');
  expect(unloaded.out).toMatch(
    /shell 2\.0\.0-\w+ was not opened in a browser: “--no-load” was given\./,
  );
  expect(unloaded.err).not.toContain('opening it in a browser');
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  const { code, err } = await run('publish', 'mfe-catalog');
  expect(err).toContain('CHROMIUM_PATH is /nowhere/chromium, which does not run');
  expect(code).not.toBe(0);
  const published = await run('publish', 'mfe-catalog', '--no-load');
  expect(published.out).toMatch(/mfe-catalog 1\.2\.0-\w+ was not opened in a browser/);
  expect((await run('publish', 'mfe-catalog')).out).not.toContain('browser');
});
