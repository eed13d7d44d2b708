import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { publish } from '../commands/publish.ts';
import type { Finding } from '../findings.ts';
import type { Gate, GateQuestion } from '../pointers/context.ts';
import { buildRemote, contextOf, openWithShell, writeFiles } from '../testing/release.ts';
import { createEarlySmokeTest } from './early-trial.ts';
import { candidatesIn } from './trial-shop.ts';

/** A smoke test that refuses each candidate, by its name. */
const refuseAll: Gate = async (question) =>
  candidatesIn(question).names.map(
    (ours): Finding => ({
      severity: 'refusal',
      rule: 'loading',
      message: `${ours}: its page / shows nothing.`,
      ours,
    }),
  );

/** A shop with a live version of the remote, a changed build of it, and its types, which are read after the build. */
async function openBuild(answer: Gate = refuseAll) {
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
    begin: () => early.begin(shop.release, [build]),
    publish: () =>
      publish(context, [{ ...build, types }]).then(
        () => '',
        (error) => String(error.refusals[0].message),
      ),
    opened: () => smokeTest.mock.calls.map(([question]) => candidatesIn(question).names),
  };
}

test('pages that were opened before the types were read are not opened again', async () => {
  const { change, begin, publish, opened, smokeTest } = await openBuild();
  await change('second');
  begin();
  const message = await publish();
  expect(smokeTest).toHaveBeenCalledTimes(1);
  const [[tried]] = opened() as [[string]];
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

test('a command that ends before the gate is asked ends what has begun', async () => {
  let question: GateQuestion | undefined;
  const { change, begin, early } = await openBuild(async (asked) => {
    question = asked;
    return [];
  });
  await change('second');
  begin();
  await vi.waitFor(() => expect(question?.signal?.aborted).toBe(false));
  early.end();
  expect(question?.signal?.aborted).toBe(true);
});

test('a new shell is opened when the gate asks', async () => {
  const { shop, early, smokeTest } = await openBuild();
  early.begin(shop.release, [{ name: 'shell', folder: shop.shell }]);
  const nothing = { format: 2 as const, remotes: [], remoteOrigins: [] };
  await early.gate({ before: nothing, after: nothing, roots: [] });
  expect(smokeTest).toHaveBeenCalledTimes(1);
});
