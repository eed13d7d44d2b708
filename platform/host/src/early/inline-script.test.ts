// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';

const hash = `sha384-${'a'.repeat(64)}`;
const entry = '/remotes/mfe-catalog/1/remoteEntry.js';
const stable = {
  ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1', entry, fragments: {} },
  routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
  files: { './Home': ['home.js', 'home.css'] },
  integrity: { 'remoteEntry.js': hash, 'home.js': hash, 'home.css': hash },
};
const remote = { id: 'mfe-catalog', stable, previous: [] };
const registry = { format: 2, remotes: [remote] };

/** Replacements of each value in turn. */
const odd: readonly unknown[] = [undefined, null, 7, 'text', [null], {}];

interface Hostile {
  readonly what: string;
  readonly text: string;
}

/** Each value of a document, at any depth, replaced by each odd one. */
function variantsOf(value: unknown, path: string, rebuild: (part: unknown) => unknown): Hostile[] {
  const own = odd.map((part) => ({
    what: `${path} is ${JSON.stringify(part)}`,
    text: JSON.stringify(rebuild(part)) ?? '',
  }));
  if (typeof value !== 'object' || value === null) return own;
  const parts = Object.entries(value).flatMap(([name, part]) =>
    variantsOf(part, `${path}.${name}`, (replaced) =>
      rebuild(
        Array.isArray(value)
          ? value.map((each, index) => (String(index) === name ? replaced : each))
          : { ...value, [name]: replaced },
      ),
    ),
  );
  return [...own, ...parts];
}

const texts: readonly Hostile[] = [
  '',
  '{',
  '[]]',
  '{"__proto__":{"remotes":[]}}',
  JSON.stringify(registry).replace('{"id"', '{"__proto__":{"routes":7},"id"'),
  JSON.stringify({
    ...registry,
    remotes: [{ ...remote, stable: { ...stable, entry: 'http://[' } }],
  }),
].map((text) => ({ what: text, text }));

const hostile = [...texts, ...variantsOf(registry, 'registry', (part) => part)];

const appShell =
  '<div id="root"><header></header><main><a href="page:home">Home</a></main><footer></footer></div>';

/** Runs the inline script in a head with a registry and `more` HTML. Resolves to the function that starts the shell. */
async function runInHead(text: string, config = '{}', more = '') {
  vi.resetModules();
  const documents = [
    ['registry', text],
    ['config', config],
  ].map(
    ([name, content]) =>
      `<script type="application/json" id="patchwork-${name}">${content}</script>`,
  );
  document.head.innerHTML = `${documents.join('')}${more}<link data-start href="/shell.js">`;
  document.body.innerHTML = '';
  const start = vi.fn(async () => undefined);
  vi.doMock('./start-shell.ts', () => ({ startShell: start, preloadShell: () => undefined }));
  const { runInlineScript } = await import('./inline-script.ts');
  runInlineScript({
    seemsLoggedIn: () => false,
    guard: () => undefined,
    failedText: 'The shop could not be loaded just now.',
    dataOf: () => [],
    parsed: () => undefined,
    painted: () => undefined,
    started: () => undefined,
    takenOver: () => undefined,
  });
  return start;
}

/** Runs the page's inline script on a registry; returns whether it ran the shell's scripts. */
async function runOn(text: string, html = appShell, config = '{}'): Promise<boolean> {
  const start = await runInHead(text, config);
  document.body.innerHTML = html;
  return vi
    .waitFor(() => expect(start).toHaveBeenCalled(), { timeout: 3000, interval: 1 })
    .then(
      () => true,
      () => false,
    );
}

const requested = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[href*="/remotes/"]')].map(({ href }) =>
    href.split('/').at(-1),
  );

test.each([
  ['in a template are requested with its scripts', ['home.css']],
  ['elsewhere are not: its HTML has them', []],
] as const)('the style sheets of a page %s', async (where, sheets) => {
  const template =
    '<template data-remote="mfe-catalog" data-version="1" data-module="./Home"></template>';
  await runInHead(JSON.stringify(registry), '{}', where.startsWith('in') ? template : '');
  expect(requested().sort()).toEqual(['remoteEntry.js', 'home.js', ...sheets].sort());
});

test.each([
  ['', undefined],
  [', in a tab that changes remotes', '{}'],
])(
  `the shell is started whatever the registry is: ${hostile.length} variants%s`,
  async (_, changes) => {
    if (changes !== undefined) sessionStorage.setItem('patchwork:remote-changes', changes);
    const rejections: unknown[] = [];
    const collect = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', collect);
    const failed: string[] = [];
    for (const { what, text } of hostile) if (!(await runOn(text))) failed.push(what);
    process.off('unhandledRejection', collect);
    expect(failed).toEqual([]);
    expect(rejections).toEqual([]);
  },
  60_000,
);

test.each([
  ['not downloaded without devtools', '{}', 0],
  ['downloaded early with devtools', '{"devtools":{}}', 3],
])('a page for developers is %s', async (_, config, count) => {
  const devtools = { ...stable, fragments: { devtools: { module: './Panel' } } };
  const shop = { ...registry, remotes: [{ ...remote, stable: devtools }] };
  expect(await runOn(JSON.stringify(shop), appShell, config)).toBe(true);
  expect(document.querySelectorAll('link[href*="/remotes/"]')).toHaveLength(count);
});

test.each(['taken over the page', 'not come 1.5 seconds after its scripts'])(
  'pictures that were held back are loaded when the shop has %s',
  async (end) => {
    const held = '<main><img data-src="/shirt.svg">';
    const html = appShell.replace('<main>', held).replace('id="root"', '$& data-waiting');
    await runOn(JSON.stringify(registry), html);
    const picture = document.querySelector('img');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(picture?.hasAttribute('src')).toBe(false);
    if (end === 'taken over the page')
      document.querySelector('#root')?.removeAttribute('data-waiting');
    const timeout = end === 'taken over the page' ? 500 : 3000;
    await vi.waitFor(() => expect(picture?.getAttribute('src')).toBe('/shirt.svg'), { timeout });
  },
);

test('pictures that were held back wait for the effect of an earlier press', async () => {
  const held = '<main><img data-src="/shirt.svg">';
  const html = appShell.replace('<main>', held).replace('id="root"', '$& data-waiting');
  await runOn(JSON.stringify(registry), html);
  const picture = document.querySelector('img');
  picture?.click();
  document.querySelector('#root')?.removeAttribute('data-waiting');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(picture?.hasAttribute('src')).toBe(false);
  await vi.waitFor(() => expect(picture?.getAttribute('src')).toBe('/shirt.svg'), {
    timeout: 1500,
  });
});

const inPlace = (version: string) =>
  `<div id="root"><header></header><main><div data-prerendered="home" data-boundary="mfe-catalog" data-version="${version}">Words</div></main><footer></footer></div>`;

test.each([
  ['kept for a visitor who gets its version', '1', JSON.stringify(registry), 'Words'],
  ['taken away from a visitor with another version', '2', JSON.stringify(registry), ''],
  ['taken away if the registry is unreadable', '1', '{', ''],
])('the page in the HTML is %s', async (_, version, text, words) => {
  expect(await runOn(text, inPlace(version))).toBe(true);
  const main = document.querySelector('main');
  expect(main?.textContent).toBe(words);
  expect(main?.querySelector('[hidden]')).toBeNull();
});

test('a page that will be taken away is hidden as soon as it begins', async () => {
  const begun = inPlace('2').replace(/<\/main>.*/, '');
  const ran = runOn(JSON.stringify(registry), begun);
  await vi.waitFor(() => expect(document.querySelector('main > div[hidden]')).not.toBeNull());
  document.querySelector('#root')?.append(document.createElement('footer'));
  expect(await ran).toBe(true);
  expect(document.querySelector('main')?.textContent).toBe('');
});

test('the shell’s scripts wait until the whole HTML is parsed, though the footer has begun', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const start = await runInHead(JSON.stringify(registry));
  document.body.innerHTML = appShell;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(start).not.toHaveBeenCalled();
  state.mockRestore();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
});
