import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readKit } from '@patchwork/cli/pieces';
import { createSmokeTest, findChromium } from '@patchwork/release';
import { root } from '../../scripts/lib/workspace.ts';
import { expect, onlyInAll, test } from '../support.ts';
import { copyPlainExample, runRelease } from './prebuilt-remote.ts';

const registryOf = (folder: string) => readFile(path.join(folder, 'registry.json'), 'utf8');

const mistakes: [what: string, from: string, to: string, reason: RegExp][] = [
  [
    'an entry that is an ES module',
    'globalThis.mfe_size_guide =',
    'export const container =',
    /its page \/size-guide shows “Size guide can’t be reached just now”: .*SyntaxError/,
  ],
  [
    'a module that throws while it is loaded',
    'await loadStyles();',
    "throw new TypeError('no sizes are known');",
    /its page \/size-guide shows “Size guide can’t be reached just now”: .*no sizes are known/,
  ],
  [
    'a page that throws while it is rendered',
    'createElement(tag) }',
    "{ throw new TypeError('no table'); } }",
    /its page \/size-guide shows “Unexpected Application Error!”: .*no table/,
  ],
  [
    'a page that throws a while after it is there',
    'this.replaceChildren(page);',
    "this.replaceChildren(page); setTimeout(() => { throw new TypeError('too late'); }, 400);",
    /its page \/size-guide renders, but an error was thrown: .*too late/,
  ],
  [
    'a page that requests another origin without a right to it',
    'this.replaceChildren(page);',
    "this.replaceChildren(page); fetch('https://graphql.example/').catch(() => undefined);",
    /the page’s policy \(connect-src\) refuses https:\/\/graphql\.example at \/remotes\/mfe-size-guide\/\S+\.js:\d+:\d+.* Ask for it in remote\.json, "rights": \{ "https:\/\/graphql\.example": \["connect"\] \}/,
  ],
];

for (const [what, from, to, reason] of mistakes) {
  test(
    `${what} is refused with the reason before a visitor gets it`,
    onlyInAll(!/after it is there|without a right/.test(what)),
    async ({ openRelease }) => {
      const { folder } = await openRelease();
      const live = await registryOf(folder);
      const example = await copyPlainExample();
      await example.change('src/remoteEntry.js', from, to);
      await example.build();
      const { code, said } = await runRelease(folder, 'publish', example.folder);
      expect(said).toMatch(reason);
      expect(said).toMatch(/Refused for 1 reason\. No pointer was moved\./);
      expect(code).toBe(1);
      expect(await registryOf(folder)).toBe(live);
      await example.remove();
    },
  );
}

/** A page whose own error boundary shows the table after its content has thrown. */
const catching = `const { Component } = (await react.get())();
    function Fails() { throw new TypeError('no table'); }
    class Caught extends Component {
      state = { hasFailed: false };
      static getDerivedStateFromError = () => ({ hasFailed: true });
      render() { return createElement(this.state.hasFailed ? tag : Fails); }
    }
    return { Component: Caught };`;

test(
  'a page that catches its own error is published with a warning',
  onlyInAll(),
  async ({ openRelease }) => {
    const { folder } = await openRelease();
    const example = await copyPlainExample();
    await example.change(
      'src/remoteEntry.js',
      'return { Component: () => createElement(tag) };',
      catching,
    );
    await example.build();
    const { code, said } = await runRelease(folder, 'publish', example.folder);
    expect(said).toMatch(
      /on \/size-guide its own error boundary caught an error: .*no table\. Visitors see what/,
    );
    expect(code).toBe(0);
    await example.remove();
  },
);

test('a page that starts a worker directly, which can fetch nothing, is published with a warning', async ({
  openRelease,
}) => {
  const { folder } = await openRelease();
  const example = await copyPlainExample();
  const entry = 'src/remoteEntry.js';
  // The worker is the entry, which does nothing outside of a page.
  await example.change(
    entry,
    'globalThis.mfe_size_guide =',
    'globalThis.mfe_size_guide = globalThis.document &&',
  );
  await example.change(
    entry,
    'this.replaceChildren(page);',
    "this.replaceChildren(page); new Worker(new URL('remoteEntry.js', folder));",
  );
  await example.build();
  const { code, said } = await runRelease(folder, 'publish', example.folder);
  expect(said).toMatch(
    /on \/size-guide it starts the worker remoteEntry\.js directly\. .*start it by \/worker\.js/,
  );
  expect(code, said).toBe(0);
  await example.remove();
});

test(
  'each live page and fragment opens without an error, except a slot that a press shows',
  onlyInAll(),
  async ({ openRelease }) => {
    const { folder } = await openRelease();
    const after = { ...JSON.parse(await registryOf(folder)), remoteOrigins: [] };
    const before = { ...after, shell: undefined };
    const smokeTest = createSmokeTest(await readKit(root))(true, () => undefined);
    const findings = await smokeTest({ before, after, roots: [folder] });
    expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
      [
        'warning',
        expect.stringMatching(/“checkout-address” was not checked: no page showed the slot/),
      ],
    ]);
  },
);

test('a build that fails closes the browser that started meanwhile', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-started-'));
  const [chromium, started] = [path.join(folder, 'chromium'), path.join(folder, 'started')];
  const own = process.env.CHROMIUM_PATH;
  const script = `#!/bin/sh\necho $$ >> ${started}\nexec ${await findChromium()} "$@"\n`;
  await writeFile(chromium, script, { mode: 0o755 });
  process.env.CHROMIUM_PATH = chromium;
  try {
    let fail = (_error: Error): void => undefined;
    const asked = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const answer = createSmokeTest({})(undefined, () => undefined)(asked);
    const ids = async () => (await readFile(started, 'utf8').catch(() => '')).split('\n', 2);
    // The first process only tells its version.
    await expect.poll(async () => (await ids())[1], { timeout: 60_000 }).toMatch(/\d/);
    fail(new Error('it could not be built'));
    await expect(answer).rejects.toThrow('it could not be built');
    const id = Number((await ids())[1]);
    expect(() => process.kill(id, 0)).toThrow('ESRCH');
  } finally {
    if (own === undefined) delete process.env.CHROMIUM_PATH;
    else process.env.CHROMIUM_PATH = own;
    await rm(folder, { recursive: true });
  }
});

test('a team in another place checks against the shop at its URL, with the mock whatever API the shop has', async ({
  openRelease,
}) => {
  const { folder, url } = await openRelease();
  const config = { apiBaseUrl: 'https://api.shop.example', origin: 'https://shop.example' };
  await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
  const example = await copyPlainExample();
  await example.build();
  const good = await runRelease(folder, 'check', example.folder, '--load', '--shop', url);
  expect(good.code, good.said).toBe(0);
  await example.change('src/remoteEntry.js', 'await loadStyles();', 'throw new Error();');
  await example.build();
  const bad = await runRelease(folder, 'check', example.folder, '--load', '--shop', url);
  expect(bad.said).toContain('its page /size-guide shows');
  expect(bad.code).toBe(1);
  await example.remove();
});
