import {
  hostileAddresses,
  oddTexts,
  prototypeNames,
  scriptInjections,
} from '@patchwork/hostile-data';
import { describe, expect, test } from 'vitest';
import { configFields } from '../folder/config.ts';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { fillHead, writeHead } from './head.ts';
import { placeholder, preloadCall, prerenderedPages, renderPage } from './page.ts';

const versionOf = (entry: string) => ({
  ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1.0.0', entry },
  ...{ routes: [], fragments: {}, files: {}, integrity: {}, shared: {} },
});
const registryWith = (entry: string) => ({
  remotes: [{ id: 'mfe-catalog', stable: versionOf(entry), previous: [] }],
});
const here = registryWith('/remotes/mfe-catalog/1.0.0/remoteEntry.js');

async function pagesOf(registry: typeof here, prerendered?: string) {
  const release = await temporaryFolder();
  if (prerendered !== undefined) {
    await writeFiles(release, { 'remotes/mfe-catalog/1.0.0/prerendered.json': prerendered });
  }
  return prerenderedPages(release, registry).map(({ module, forms }) => [module, forms]);
}

test('a picture of the remote gets the address that it has in the release folder', async () => {
  const forms = ['<img src="remote:/static/svg/hero.svg">', '<p>Loading</p>'];
  expect(await pagesOf(here, JSON.stringify({ './Home': forms }))).toEqual([
    ['./Home', ['<img src="/remotes/mfe-catalog/1.0.0/static/svg/hero.svg">', '<p>Loading</p>']],
  ]);
});

test.each([[undefined], ['{"./Home":'], ['{"./Home":7}'], ['{"./Home":"<h1>Home</h1>"}'], ['[]']])(
  'a version whose file holds %j has no prerendered pages',
  async (content) => {
    expect(await pagesOf(here, content)).toEqual([]);
  },
);

test('a remote on another server has none', async () => {
  const elsewhere = registryWith('https://cdn.example/remotes/mfe-catalog/1.0.0/remoteEntry.js');
  expect(await pagesOf(elsewhere, '{"./Home":"<h1>Home</h1>"}')).toEqual([]);
});

const template = '<head><!-- patchwork:documents --></head><body>$&</body>';
const registry = { format: 2 as const, remotes: [] };

const documentsIn = (html: string) =>
  [...html.matchAll(/<script type="application\/json" id="([^"]+)">(.*?)<\/script>/g)].map(
    ([, id, text = '']) => [id, JSON.parse(text)],
  );

test('both documents replace the comment, the rest stays', () => {
  const html = renderPage(template, {
    registry,
    config: { apiUrl: 'https://api.example/?a=$1' },
    prerendered: [],
  });
  expect(documentsIn(html)).toEqual([
    ['patchwork-registry', registry],
    ['patchwork-config', { apiUrl: 'https://api.example/?a=$1' }],
  ]);
  expect(html).toMatch(/^<head><script .*<\/script><\/head><body>\$&<\/body>$/);
});

test.each(['</script><script>alert(1)</script>', '<!--<script>', '<!-- patchwork:documents -->'])(
  'no content can end its script: %s',
  (text) => {
    const html = renderPage(template, { registry, config: { text }, prerendered: [] });
    expect(documentsIn(html).at(1)).toEqual(['patchwork-config', { text }]);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
  },
);

test('a prerendered page is a template that names its version and module', () => {
  const remote = {
    ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1.0.0-abc', entry: '/remoteEntry.js' },
    ...{ routes: [], fragments: {}, files: { './Home': ['home.js'] }, integrity: {}, shared: {} },
  };
  const prerendered = ['./Home', './ProductList'].map((module) => ({
    ...{ remote, module },
    forms: [`<h1>${module}</h1>`],
  }));
  const remotes = [{ id: remote.id, stable: remote, previous: [] }];
  const page = renderPage(template, { registry: { format: 2, remotes }, config: {}, prerendered });
  expect(page).toContain(
    '</script><template data-remote="mfe-catalog" data-version="1.0.0-abc" data-module="./Home"><h1>./Home</h1></template></head>',
  );
  // The page of another path, whose files this page's registry does not name.
  expect(page).not.toContain('ProductList');
});

describe('hostile head', () => {
  const template = `<!doctype html><html><head><title>Shop</title><meta name="description" content="A shop." />${placeholder}</head><body></body></html>`;

  const texts = [
    ...scriptInjections.map(([, text]) => text),
    ...hostileAddresses.map(([, text]) => text),
    ...oddTexts.map(([, text]) => text),
    ...prototypeNames,
  ];

  const head = {
    ...{
      title: '{x.text}',
      description: '{x.text}',
      image: '{x.text}',
      data: '/api/x',
      index: true,
    },
    ...{ type: 'product' as const, jsonLd: { name: '{x.text}', image: '{page.image}' } },
  };

  /** The names of a document's tags in their order. No attribute of ours holds a '>'. */
  const tagsIn = (html: string) =>
    [...html.matchAll(/<(\/?[a-z!][\w-]*)/gi)].map(([, name]) => name);

  const remote = {
    ...{ id: 'x', team: 'X', version: '1', entry: '/x.js', routes: [], fragments: {} },
    ...{ files: { './Text': [], './Picture': [], './Link': [] }, integrity: {}, shared: {} },
  };
  const prerendered = [
    { remote, module: './Text', forms: ['<h1>{x.text}</h1>'] },
    { remote, module: './Picture', forms: ['<img src="{x.text}">'] },
    { remote, module: './Link', forms: ['<a href="page:product?id={x.text}">Next</a>'] },
  ];

  /** The content of a prerendered page's template. */
  const templateIn = (page: string, module: string) =>
    new RegExp(`<template[^>]*data-module="./${module}">(.*?)</template>`, 's').exec(page)?.[1];

  function pageWith(text: string) {
    const values = { 'x.text': text };
    const filled = fillHead(
      { path: '/x', head, isIndexed: true },
      { origin: 'https://shop.example', path: '/x', values },
    );
    const page = writeHead(template, filled);
    const config = { text };
    const registry = { format: 2 as const, remotes: [{ id: 'x', stable: remote, previous: [] }] };
    return {
      filled,
      page: renderPage(page, {
        ...{ registry, config, prerendered, values },
        preload: preloadCall(`/api/${text}`, configFields({})),
      }),
    };
  }

  /** Without what the page has only for a picture that it may show. */
  const withoutPicture = (html: string) =>
    tagsIn(html.replace(/<template[^>]*Picture">.*?<\/template>/s, '')).filter(
      (name) => name !== 'meta',
    );

  test('no text of the API or of a document becomes a tag of the page', () => {
    const usual = withoutPicture(pageWith('Tunic').page);
    expect(usual.filter((name) => name === 'script')).toHaveLength(3);
    for (const text of texts.filter((each) => each.trim() !== '')) {
      expect(withoutPicture(pageWith(text).page), text.slice(0, 80)).toEqual(usual);
    }
  });

  test('the first words hold each text as text, and show no picture of another origin', () => {
    for (const text of texts.filter((each) => each !== '')) {
      const { page } = pageWith(text);
      expect(templateIn(page, 'Text'), text.slice(0, 80)).toMatch(/^<h1>[^<]*<\/h1>$/s);
      const picture = templateIn(page, 'Picture');
      if (picture !== undefined) expect(picture).toMatch(/^<img src="\/(?![/\\])[^"{}]*">$/s);
      expect(templateIn(page, 'Link')).toMatch(/^<a href="page:product\?id=[^"&{}<]*">Next<\/a>$/s);
    }
  });

  test('the documents and the description for search engines hold each text as it is', () => {
    for (const text of texts.filter((each) => each !== '')) {
      const { page } = pageWith(text);
      const [, config = ''] = /id="patchwork-config">(.*?)<\/script>/s.exec(page) ?? [];
      expect(JSON.parse(config), text.slice(0, 80)).toEqual({ text });
      const [, jsonLd = ''] = /ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
      expect(JSON.parse(jsonLd).name, text.slice(0, 80)).toBe(text);
    }
  });

  test('the picture in the head is at an address of the web', () => {
    for (const text of texts) {
      const { image } = pageWith(text).filled;
      if (image !== undefined) expect(image).toMatch(/^https?:\/\//);
    }
  });
});
