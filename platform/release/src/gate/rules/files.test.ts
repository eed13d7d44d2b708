import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import { describe, expect, test } from 'vitest';
import { readIntegrity } from '../../release-folder/integrity.ts';
import { remoteVersion, shellVersion } from '../../testing/gate.ts';
import { temporaryFolder, writeFiles } from '../../testing/release.ts';
import {
  checkBudgets,
  checkFiles,
  checkShellBudget,
  checkShellFiles,
  checkStyles,
  warnOfInlined,
} from './files.ts';

const home = 'static/js/async/Home.1a2b3c.js';

async function hashed(root: string, ...files: string[]) {
  return readIntegrity(files.map((file) => ({ file, from: path.join(root, file) })));
}

async function published(release: Partial<PublishedRemote> = {}) {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 'remoteEntry.js': 'container', [home]: 'home' });
  const integrity = await hashed(folder, 'remoteEntry.js', home);
  const files = { './Home': [home] };
  const routes = [{ page: 'home', path: '/', access: 'open' as const, module: './Home' }];
  return remoteVersion({ routes, files, integrity, ...release }, folder);
}

const texts = (refusals: readonly { readonly message: string }[]) =>
  refusals.map(({ message }) => message);

test('a complete version is accepted', async () => {
  expect(await checkFiles(await published())).toEqual([]);
});

test('a missing file is refused', async () => {
  const remote = await published();
  await rm(path.join(remote.folder, home));
  expect(await checkFiles(remote)).toEqual([
    {
      severity: 'refusal',
      rule: 'files',
      file: home,
      message: `${home} of mfe-shop 1.1.0-aaaaaaaaaa is missing in the release folder. Publish it again: a published version is never changed.`,
      ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
    },
  ]);
});

test('a file that was changed by hand is refused', async () => {
  const remote = await published();
  await writeFile(path.join(remote.folder, home), 'home, changed');
  expect(texts(await checkFiles(remote))).toEqual([
    `${home} of mfe-shop 1.1.0-aaaaaaaaaa has changed since it was published: it does not match the hash in release.json. Publish it again: a published version is never changed.`,
  ]);
});

test('a file that the page loads is refused if it has no hash', async () => {
  expect(texts(await checkFiles(await published({ integrity: {} })))).toEqual([
    'release.json of mfe-shop 1.1.0-aaaaaaaaaa has no hash of remoteEntry.js, which the page loads. Publish it again: a published version is never changed.',
    `release.json of mfe-shop 1.1.0-aaaaaaaaaa has no hash of ${home}, which the page loads. Publish it again: a published version is never changed.`,
  ]);
});

test('a module that is declared but not built is refused', async () => {
  expect(
    texts(await checkFiles(await published({ fragments: { bar: { module: './Bar' } } }))),
  ).toEqual([
    'remote.json of mfe-shop 1.1.0-aaaaaaaaaa names ./Bar, which its build does not expose. Add src/exposes/Bar.tsx, and build again.',
  ]);
});

test('a shell without its page is refused', async () => {
  const root = await temporaryFolder();
  await writeFiles(root, { 'static/js/index.js': 'start' });
  const folder = path.join(root, 'shell/1.0.0-bbbbbbbbbb');
  const integrity = await hashed(root, 'static/js/index.js');
  const shell = shellVersion({ root, folder, integrity });
  expect(texts(await checkShellFiles(shell))).toEqual([
    'release.json of shell 1.0.0-bbbbbbbbbb has no hash of shell/1.0.0-bbbbbbbbbb/index.html, which the page loads. Publish it again: a published version is never changed.',
  ]);
});

describe('budget', () => {
  /** Content of a compressed copy: only its length matters. */
  const bytes = (count: number) => randomBytes(count).toString('latin1');

  async function published(budgets?: PublishedRemote['budgets'], page = 'home') {
    const folder = await temporaryFolder();
    const sizes = {
      'remoteEntry.js': 8000,
      'home.js': 12_000,
      'home.css': 1500,
      'search.js': 5000,
    };
    for (const [file, count] of Object.entries(sizes)) {
      await writeFiles(folder, { [file]: 'longer than its compressed copy' });
      await writeFile(path.join(folder, `${file}.br`), bytes(count), 'latin1');
    }
    return remoteVersion(
      {
        routes: [{ page, path: '/', access: 'open', module: './Home' }],
        fragments: { 'header-search': { module: './Search' } },
        files: { './Home': ['home.js', 'home.css'], './Search': ['search.js'] },
        ...(budgets && { budgets }),
      },
      folder,
    );
  }

  test('a page over its budget is refused, with its size and its largest files', async () => {
    expect(await checkBudgets(await published({ home: 20_000 }))).toEqual([
      {
        severity: 'refusal',
        rule: 'budget',
        file: 'remote.json',
        message:
          'mfe-shop 1.1.0-aaaaaaaaaa, home: a visitor downloads 21.5 kB with brotli, 1.5 kB more than the budget of 20.0 kB. The largest: home.js 12.0 kB, remoteEntry.js 8.0 kB, home.css 1.5 kB. Make it smaller, or raise budgets.home in remote.json.',
        ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
      },
    ]);
  });

  test('a fragment over the budget of its slot is refused', async () => {
    const [refusal] = await checkBudgets(await published({ 'header-search': 12_999 }));
    expect(refusal?.message).toContain('header-search: a visitor downloads 13.0 kB');
  });

  test.each([undefined, {}, { home: 21_500, 'header-search': 13_000 }])(
    'with the budgets %j nothing is refused',
    async (budgets) => expect(await checkBudgets(await published(budgets))).toEqual([]),
  );

  test('a page named “constructor” without a budget is not refused', async () => {
    expect(await checkBudgets(await published({}, 'constructor'))).toEqual([]);
  });

  test('a budget of a page that does not exist is refused', async () => {
    const [refusal] = await checkBudgets(await published({ hom: 1 }));
    expect(refusal?.message).toBe(
      'mfe-shop 1.1.0-aaaaaaaaaa, budgets.hom in remote.json names no page and no slot. Correct the name.',
    );
  });

  test('a shell is weighed by the scripts and styles that its page loads', async () => {
    const root = await temporaryFolder();
    const folder = path.join(root, 'shell/1');
    await writeFiles(folder, {
      'index.html':
        '<link href="/static/a.css" rel="stylesheet"><link rel="icon" href="/favicon.svg"><script defer src="/static/a.js"></script>',
    });
    await writeFiles(root, { 'static/a.css': 'x'.repeat(600), 'static/a.js': 'y'.repeat(900) });
    const check = (budget?: number) => checkShellBudget(shellVersion({ root, folder, budget }));
    expect(await check()).toEqual([]);
    expect(await check(1500)).toEqual([]);
    expect((await check(1400))[0]?.message).toBe(
      'shell 1.0.0-bbbbbbbbbb, shell: a visitor downloads 1.5 kB with brotli, 0.1 kB more than the budget of 1.4 kB. The largest: static/a.js 0.9 kB, static/a.css 0.6 kB. Make it smaller, or raise budget in shell/shell.json.',
    );
  });
});

const sheet = 'static/css/async/Home.1a2b3c.css';

async function styled(css: string) {
  const folder = await temporaryFolder();
  await writeFiles(folder, { [sheet]: css });
  return remoteVersion({ integrity: { [sheet]: 'sha384-any' } }, folder);
}

test('styles of the remote’s own elements in its own layer are accepted', async () => {
  const remote = await styled('@layer app.mfe-shop{.mfe-shop-card-1a2b3c{color:red}}');
  expect(await checkStyles(remote)).toEqual([]);
});

test('a style that hides the whole shop is refused', async () => {
  const remote = await styled('@layer app.mfe-shop{body{display:none}}');
  expect(await checkStyles(remote)).toEqual([
    {
      severity: 'refusal',
      rule: 'styles',
      file: sheet,
      message: `${sheet} of mfe-shop 1.1.0-aaaaaaaaaa has the rule “body”. It can match elements that are not the remote’s own: write a class of the module into each selector, on the element that is styled or on one around it; or move it to a plain .css file, which remoteConfig of @patchwork/build confines to the remote’s regions.`,
      ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
    },
  ]);
});

test('a style outside the remote’s layer is refused, as it would override every piece', async () => {
  const remote = await styled('.mfe-shop-card-1a2b3c{color:red}');
  expect((await checkStyles(remote)).map(({ message }) => message)).toEqual([
    `${sheet} of mfe-shop 1.1.0-aaaaaaaaaa has the rule “.mfe-shop-card-1a2b3c”. It is not in the remote’s layer: write all of the sheet into @layer app.mfe-shop, as remoteConfig of @patchwork/build does.`,
  ]);
});

test('only the first three bad styles of a file are reported', async () => {
  const remote = await styled('@layer app.mfe-shop{a{x:y}b{x:y}i{x:y}p{x:y}}');
  expect(await checkStyles(remote)).toHaveLength(3);
});

test('a picture as a data: address in a style sheet is refused', async () => {
  const css = '.mfe-shop-card{background:url(data:image/png;base64,iVBORw0KGgo=)}';
  const [refusal, ...others] = texts(
    await checkStyles(await styled(`@layer app.mfe-shop{${css}}`)),
  );
  expect(refusal).toMatch(
    /^static\/css\/async\/Home\.1a2b3c\.css of mfe-shop 1\.1\.0-aaaaaaaaaa has the rule “url\(data:image\/png”\. .+ make it a file of the build\./,
  );
  expect(others).toEqual([]);
});

/** Warnings of a version whose only script has this text. */
async function warnedOf(script: string) {
  const folder = await temporaryFolder();
  await writeFiles(folder, { [home]: script });
  return warnOfInlined(remoteVersion({ integrity: { [home]: 'sha384-any' } }, folder));
}

const payload = 'iVBORw0KGgo'.repeat(6);

test.each([
  `module.exports="data:image/png;base64,${payload}="`,
  `const a=\`data:image/svg+xml,%3csvg%20xmlns='http://www.w3.org/2000/svg'%3e${payload}%3c/svg%3e\``,
  `let b='data:font/woff2;charset=utf-8;base64,${payload}';`,
])('a script with a picture or font as a data: address is warned of: %s', async (script) => {
  expect(await warnedOf(script)).toMatchObject([
    {
      severity: 'warning',
      rule: 'files',
      file: home,
      message: expect.stringMatching(/ as a data: address, .+ refuses\. Build with remoteConfig /),
    },
  ]);
});

test.each([
  'if(url.startsWith("data:image/"))return',
  'const test="data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AA"',
  `// data:image/png;base64,${payload}`,
  `fetch("data:application/json,${payload}")`,
  'return "data:image/svg+xml;base64,"+btoa(unescape(encodeURIComponent(svg)))',
])('a script that only speaks of data: addresses is not warned of: %s', async (script) => {
  expect(await warnedOf(script)).toEqual([]);
});
