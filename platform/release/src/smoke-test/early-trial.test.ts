import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { publish } from '../commands/publish.ts';
import type { Finding } from '../findings.ts';
import {
  buildRemote,
  contextOf,
  openWithShell,
  temporaryFolder,
  writeFiles,
} from '../testing/release.ts';
import { createEarlySmokeTest } from './early-trial.ts';
import type { SmokeTest } from './smoke-test.ts';
import { candidatesIn } from './trial-shop.ts';

/** A smoke test that refuses each candidate, by its name. */
const refuseAll: SmokeTest = async (question) =>
  candidatesIn(await question).names.map(
    (ours): Finding => ({
      severity: 'refusal',
      rule: 'loading',
      message: `${ours}: its page / shows nothing.`,
      ours,
    }),
  );

/** A shop with a live version of the remote, a changed build of it, and its types, which are read after the build. */
async function openBuild(answer: SmokeTest = refuseAll) {
  const shop = await openWithShell();
  const first = await shop.publish('first');
  const types = path.join(shop.root, 'types');
  await writeFiles(types, { 'index.json': '{"format":1}' });
  const smokeTest = vi.fn(answer);
  const early = createEarlySmokeTest(smokeTest);
  const context = contextOf(shop.release, { smokeTest: early.gate });
  const build = { name: 'mfe-catalog', folder: shop.piece };
  return {
    ...{ shop, first, smokeTest, early },
    change: (code: string) => buildRemote(shop.piece, { code }),
    begin: (built: Promise<unknown> = Promise.resolve()) =>
      early.begin(shop.release, [build], built),
    publish: () =>
      publish(context, [{ ...build, types }]).then(
        () => '',
        (error) => String(error.refusals[0].message),
      ),
    opened: () =>
      Promise.all(smokeTest.mock.calls.map(async ([asked]) => candidatesIn(await asked).names)),
  };
}

test('pages that were opened before the types were read are not opened again', async () => {
  const { change, begin, publish, opened, smokeTest } = await openBuild();
  await change('second');
  begin();
  const message = await publish();
  expect(smokeTest).toHaveBeenCalledTimes(1);
  const [[tried]] = (await opened()) as [[string]];
  // The types are a part of the version's name.
  expect(message).toMatch(/^mfe-catalog 1\.2\.0-[0-9a-f]{10}: its page/);
  expect(message).not.toContain(tried);
});

test('pages are opened again if the build was changed since', async () => {
  const { change, begin, publish, smokeTest } = await openBuild();
  await change('second');
  begin();
  await vi.waitFor(() => expect(smokeTest).toHaveBeenCalled());
  await change('third');
  await publish();
  expect(smokeTest).toHaveBeenCalledTimes(2);
});

test('pages are opened again if the shop was changed since', async () => {
  const { shop, change, begin, publish, smokeTest } = await openBuild();
  await change('second');
  begin();
  await vi.waitFor(() => expect(smokeTest).toHaveBeenCalled());
  await shop.publishShell('index.2.js');
  await publish();
  expect(smokeTest).toHaveBeenCalledTimes(2);
});

test('what fails early is asked again, and fails then', async () => {
  const { change, begin, publish, smokeTest } = await openBuild();
  await change('second');
  smokeTest.mockRejectedValueOnce(new Error('no browser'));
  begin();
  expect(await publish()).toContain('its page / shows nothing.');
  expect(smokeTest).toHaveBeenCalledTimes(2);
});

test('a smoke test that fails before the build has ended leaves no files behind', async () => {
  const temporary = await temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
  const { change, begin, publish, smokeTest } = await openBuild();
  smokeTest.mockRejectedValueOnce(new Error('no browser'));
  let end = (): void => undefined;
  begin(new Promise<void>((resolve) => (end = resolve)));
  await vi.waitFor(() => expect(smokeTest.mock.results[0]?.value).rejects.toThrow('no browser'));
  await change('second');
  end();
  expect(await publish()).toContain('its page / shows nothing.');
  expect((await readdir(temporary)).filter((name) => name.includes('early'))).toEqual([]);
});

test('a command that ends before the gate is asked ends what has begun', async () => {
  const { change, begin, early, smokeTest } = await openBuild(async () => []);
  await change('second');
  begin();
  await vi.waitFor(() => expect(smokeTest).toHaveBeenCalled());
  const signal = smokeTest.mock.calls[0]?.[1];
  expect(signal?.aborted).toBe(false);
  early.end();
  expect(signal?.aborted).toBe(true);
});

test('the smoke test begins before the build has ended, and opens its files', async () => {
  const { change, begin, publish, smokeTest } = await openBuild();
  let end = (): void => undefined;
  begin(new Promise<void>((resolve) => (end = resolve)));
  await vi.waitFor(() => expect(smokeTest).toHaveBeenCalled());
  await change('second');
  end();
  expect(await publish()).toContain('its page / shows nothing.');
  expect(smokeTest).toHaveBeenCalledTimes(1);
});

test('a build that fails is not opened', async () => {
  const { shop, early, smokeTest } = await openBuild();
  const failing = Promise.reject(new Error('it could not be built'));
  early.begin(shop.release, [{ name: 'mfe-catalog', folder: shop.piece }], failing);
  await vi.waitFor(() => expect(smokeTest).toHaveBeenCalled());
  await expect(smokeTest.mock.calls[0]?.[0]).rejects.toThrow('it could not be built');
  await expect(smokeTest.mock.results[0]?.value).rejects.toThrow('it could not be built');
});

test('a new shell is opened when the gate asks', async () => {
  const { shop, early, smokeTest } = await openBuild();
  early.begin(shop.release, [{ name: 'shell', folder: shop.shell }], Promise.resolve());
  const nothing = { format: 2 as const, remotes: [], remoteOrigins: [] };
  await early.gate({ before: nothing, after: nothing, roots: [] });
  expect(smokeTest).toHaveBeenCalledTimes(1);
});
