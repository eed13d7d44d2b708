import { configFields } from '@patchwork/build/policy';
import type { Registry } from '@patchwork/host';
import {
  hostileAddresses,
  oddTexts,
  prototypeNames,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing/release.ts';
import { fillHead, writeHead } from './head.ts';
import {
  type ComposedPage,
  isRenderedFrom,
  placeholder,
  preloadCall,
  prerenderedFragments,
  prerenderedPages,
  renderPage,
} from './page.ts';

const versionOf = (entry: string) => ({
  ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1.0.0', entry },
  ...{ routes: [], fragments: {}, files: {}, integrity: {}, shared: {} },
});
const registryWith = (entry: string) => ({
  remotes: [{ id: 'mfe-catalog', stable: versionOf(entry), previous: [] }],
});
const here = registryWith('/remotes/mfe-catalog/1.0.0/remoteEntry.js');

async function pagesOf(registry: Pick<Registry, 'remotes'>, prerendered?: string) {
  const release = await temporaryFolder();
  if (prerendered !== undefined) {
    await writeFiles(release, { 'remotes/mfe-catalog/1.0.0/prerendered.json': prerendered });
  }
  return prerenderedPages(release, registry).map(({ module, html }) => [module, html]);
}

test('a picture of the remote gets the address that it has in the release folder', async () => {
  const html = '<img src="remote:/static/svg/hero.svg">';
  expect(await pagesOf(here, JSON.stringify({ './Home': html }))).toEqual([
    ['./Home', '<img src="/remotes/mfe-catalog/1.0.0/static/svg/hero.svg">'],
  ]);
});

test.each([
  ['<img srcSet="remote:/a.png 1x, remote:/b.png 2x"/>'],
  ['<link rel="preload" imageSrcSet="remote:/a.png 1x"/>'],
  ['<p style="mask:url(&quot;remote:/a.svg&quot;)"></p>'],
  ['<use xlink:href="remote:/a.svg#b"></use>'],
])('each attribute with addresses is changed: %s', (html) => {
  const expected = html.replaceAll('remote:', '/remotes/x/1');
  expect(renderedWith(html)).toContain(`data-rendered="">${expected}</div>`);
});

test.each([
  ['<h1>remote:car</h1>'],
  ['<p title="remote:/car">src=&quot;remote:/a.svg&quot;</p>'],
  ['<a href="/search?text=remote:car"></a>'],
])('a text of the API that has “remote:” stays: %s', (html) => {
  expect(renderedWith(html)).toContain(`data-rendered="">${html}</div>`);
});

test.each([
  [undefined],
  ['{"./Home":'],
  ['{"./Home":7}'],
  ['{"./Home":["<h1>Home</h1>"]}'],
  ['[]'],
])('a version whose file holds %j has no prerendered pages', async (content) => {
  expect(await pagesOf(here, content)).toEqual([]);
});

test('a remote on another server has no prerendered pages', async () => {
  const elsewhere = registryWith('https://cdn.example/remotes/mfe-catalog/1.0.0/remoteEntry.js');
  expect(await pagesOf(elsewhere, '{"./Home":"<h1>Home</h1>"}')).toEqual([]);
});

const template =
  '<head><!-- patchwork:documents --></head><body>$&<main><p>Spinner</p></main></body>';
const registry = { format: 2 as const, remotes: [] };

/** Returns the shop's page around a remote's page that was rendered as `html`. */
function renderedWith(html: string, seed = '{}'): string {
  return firstPageWith({ page: { html, seed }, fragments: [] });
}

/** Returns the shop's page for the path of a remote's page, which its build rendered as `<p>Loading</p>`. */
function firstPageWith(rendered?: ComposedPage, document = template): string {
  const remote = {
    ...versionOf('/remotes/x/1/remoteEntry.js'),
    ...{ team: 'Knits & "Co"', files: { './Home': ['home.js'] } },
  };
  const sheets = [{ address: '/remotes/x/1/home.css', text: 'h1{}' }];
  const home = { remote, module: './Home', html: '<p>Loading</p>', sheets, renderer: undefined };
  const remotes = [{ id: remote.id, stable: remote, previous: [] }];
  return renderPage(document, {
    ...{ registry: { format: 2, remotes }, config: {}, prerendered: [home] },
    first: { page: home, name: 'home', rendered },
  });
}

/** Languages of a page in a shop that has English alone. */
const english = { language: 'en', languages: ['en'] };

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
  expect(html).toMatch(
    /^<head><script .*<\/script><\/head><body>\$&<main><p>Spinner<\/p><\/main><\/body>$/,
  );
});

test.each(['</script><script>alert(1)</script>', '<!--<script>', '<!-- patchwork:documents -->'])(
  'no content can end the script that holds it: %s',
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
    ...{ remote, module, html: `<h1>${module}</h1>`, sheets: [], renderer: undefined },
  }));
  const remotes = [{ id: remote.id, stable: remote, previous: [] }];
  const page = renderPage(template, { registry: { format: 2, remotes }, config: {}, prerendered });
  expect(page).toContain(
    '</script><template data-remote="mfe-catalog" data-version="1.0.0-abc" data-module="./Home"><h1>./Home</h1></template></head>',
  );
  // It belongs to another path: this page's registry does not name its files.
  expect(page).not.toContain('ProductList');
});

test('the page at the requested path stands in main, its style sheet in the head', () => {
  const page = firstPageWith();
  expect(page).toContain(
    '<main><!--$--><div data-prerendered="home" data-boundary="mfe-catalog" data-team="Knits &amp; &quot;Co&quot;" data-version="1.0.0"><p>Loading</p></div><!--/$--></main>',
  );
  expect(page).toContain(
    '<template data-loading><p>Spinner</p></template><style data-sheet="/remotes/x/1/home.css">h1{}</style></head>',
  );
  expect(page).not.toContain('data-module');
});

test('a page that was rendered with its data is marked, and comes with the data', () => {
  const html = renderedWith('<img src="remote:/a.svg">', '{"a":"</script>"}');
  expect(html).toContain(
    '<script type="application/json" id="patchwork-seed">{"a":"\\u003c/script>"}</script>',
  );
  expect(html).toContain('data-rendered=""><img src="/remotes/x/1/a.svg"></div><!--/$--></main>');
  expect(html).not.toContain('Loading');
});

test('the shell’s scripts are preloaded at once, but in a page with data by the inline script', () => {
  const inert = '<link rel="preload" href="/a.js" media="not all" data-start>';
  const document = template.replace('</head>', `${inert}</head>`);
  const atOnce = inert.replace(' media="not all"', '');
  expect(firstPageWith(undefined, document)).toContain(atOnce);
  const withData = { page: { html: '', seed: '{}' }, fragments: [] };
  expect(firstPageWith(withData, document)).toContain(inert);
  const plain = renderPage(document, { registry, config: {}, prerendered: [] });
  expect(plain).toContain(atOnce);
  expect(isRenderedFrom(plain, document)).toBe(true);
});

test('two pictures come before the scripts; of the others, all files are held back', () => {
  const html = renderedWith(
    '<img src="/a.svg"/><img alt="no file"/><img src="/b.svg"/><img srcSet="/c-4.jpg 4w" src="/c.jpg"/>',
  );
  expect(html).toContain(
    '<img src="/a.svg"/><img alt="no file"/><img src="/b.svg"/><img data-srcSet="/c-4.jpg 4w" data-src="/c.jpg"/>',
  );
});

describe('fragments in a page', () => {
  const offers = {
    ...versionOf('/remotes/mfe-offers/2.0.0/remoteEntry.js'),
    ...{ id: 'mfe-offers', version: '2.0.0' },
    files: { './Offers': ['offers.js'] },
  };
  const fragment = {
    ...{ remote: offers, slot: 'below', module: './Offers' },
    sheets: ['a-offers.css', '-styles.css'].map((file) => ({
      ...{ address: `/remotes/mfe-offers/2.0.0/${file}`, text: file },
    })),
    renderer: { file: 'renderer', integrity: '' },
  };

  /** Returns a page with fragments, of which each is in the place of a `<i></i>` in the page's HTML. */
  function composed(
    html: string,
    contents: readonly string[],
    { props = '{}', seed = '{}' } = {},
  ): string {
    const places = [...html.matchAll(/<i><\/i>/g)];
    const fragments = contents.map((content, index) => {
      const start = places[index]?.index ?? 0;
      const hole = { remote: 'mfe-offers', slot: 'below', props, start, end: start + 7 };
      return { fragment, hole, rendered: { html: content, seed } };
    });
    return firstPageWith({ page: { html, seed: '{}' }, fragments });
  }

  const filled = (content: string) =>
    `<div data-fragment="mfe-offers below" data-filled="">${content}</div>`;

  test('each has its place, and the addresses of its own remote’s files', () => {
    const html = composed('<img src="remote:/a.svg"><i></i>$&<i></i><b>end</b>', [
      '<img src="remote:/b.svg">',
      '$1',
    ]);
    const [one, two] = [filled('<img src="/remotes/mfe-offers/2.0.0/b.svg">'), filled('$1')];
    expect(html).toContain(`<img src="/remotes/x/1/a.svg">${one}$&${two}<b>end</b></div>`);
  });

  test('their style sheets are in the HTML too, each once, shared ones before the others of their version', () => {
    const html = composed('<i></i><i></i>', ['a', 'b']);
    const sheets = [...html.matchAll(/<style data-sheet="([^"]*)">([^<]*)/g)];
    expect(sheets.map(([, address, text]) => [address, text])).toEqual([
      ['/remotes/x/1/home.css', 'h1{}'],
      ['/remotes/mfe-offers/2.0.0/-styles.css', '-styles.css'],
      ['/remotes/mfe-offers/2.0.0/a-offers.css', 'a-offers.css'],
    ]);
  });

  test('their data is embedded by their keys, and no text in it ends the script', () => {
    const props = JSON.stringify({ text: '</script><script>alert(1)</script>"' });
    const seed = '{"a":"</script>"}';
    const html = composed('<i></i>', ['a'], { props, seed });
    expect(documentsIn(html).at(-1)).toEqual([
      'patchwork-fragments',
      { [`mfe-offers below ${props}`]: seed },
    ]);
    expect(html.match(/<script/g)).toHaveLength(4);
  });

  test('the pictures of a page and its fragments are held back after the second', () => {
    const picture = '<img src="/a.svg"/>';
    expect(composed(`${picture}<i></i>`, [picture + picture])).toContain(
      `${picture}${filled(`${picture}<img data-src="/a.svg"/>`)}`,
    );
  });

  test('only fragments for everyone are prerendered, by versions with a renderer on this server', () => {
    const below = { module: './Offers', prerender: true };
    const fragments = {
      ...{ below, loose: { module: './Offers' } },
      own: { ...below, access: 'login' as const },
      new: { ...below, access: 'visitor' as const },
      open: { ...below, access: 'open' as const },
    };
    const slotsOf = (changes: object) => {
      const stable = {
        ...offers,
        ...{ fragments, integrity: { '.renderer.cjs': 'sha384-r' } },
        ...changes,
      };
      const remotes = [{ id: stable.id, stable, previous: [] }];
      return prerenderedFragments('/release', { remotes }).map(({ slot }) => slot);
    };
    expect(slotsOf({})).toEqual(['below', 'open']);
    expect(slotsOf({ integrity: {} })).toEqual([]);
    expect(slotsOf({ entry: 'https://cdn.example/remoteEntry.js' })).toEqual([]);
  });
});

test('links and forms of the template and of a build get the paths of the pages that they name', async () => {
  const frame =
    '<head><!-- patchwork:documents --></head><body><a href="page:item?id=a%2Fb">A</a><form action="page:gone"></form><main></main></body>';
  const routes = [
    { page: 'item', path: '/items/:id', access: 'open' as const, module: './Item' },
    { page: 'home', path: '/', access: 'open' as const, module: './Home' },
  ];
  const stable = { ...versionOf('/remotes/mfe-catalog/1.0.0/remoteEntry.js'), routes };
  const registry = { format: 2 as const, remotes: [{ id: stable.id, stable, previous: [] }] };
  const page = renderPage(frame, { registry, config: {}, prerendered: [] });
  expect(page).toContain(
    '<a href="/items/a%2Fb">A</a><form action="/named-page/gone"></form><main></main>',
  );
  expect(isRenderedFrom(page, frame)).toBe(true);
  const [home] = await pagesOf(
    registry,
    JSON.stringify({ './Home': '<a href="page:home">Home</a>' }),
  );
  expect(home).toEqual(['./Home', '<a href="/">Home</a>']);
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

  function pageWith(text: string) {
    const values = { 'x.text': text };
    const filled = fillHead(
      { path: '/x', head, isIndexed: true, query: [], ...english },
      { origin: 'https://shop.example', path: '/x', values },
    );
    const page = writeHead(template, filled);
    const config = { text };
    return {
      filled,
      page: renderPage(page, {
        ...{ registry, config, prerendered: [] },
        preload: preloadCall(`/api/${text}`, configFields({})),
      }),
    };
  }

  /** Lists the tags except meta: the head has one more of these for a picture that may be shown. */
  const withoutMeta = (html: string) => tagsIn(html).filter((name) => name !== 'meta');

  test('no text of the API or of a document becomes a tag of the page', () => {
    const usual = withoutMeta(pageWith('Tunic').page);
    expect(usual.filter((name) => name === 'script')).toHaveLength(3);
    for (const text of texts.filter((each) => each.trim() !== '')) {
      expect(withoutMeta(pageWith(text).page), text.slice(0, 80)).toEqual(usual);
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

const frame = `<nav><ul class="menu" data-page-links=""></ul></nav>${placeholder}<main></main>`;

const linked = (id: string, label: string, order: number, fragments = {}) => ({
  id,
  previous: [],
  stable: {
    ...versionOf(`/remotes/${id}/1.0.0/remoteEntry.js`),
    ...{ id, fragments },
    routes: [
      {
        page: id,
        path: `/${id}`,
        access: 'open' as const,
        module: './Page',
        link: { label, order },
      },
    ],
  },
});

test('the page has the links of all remotes, those for developers only with devtools', () => {
  const registry = {
    format: 2 as const,
    remotes: [
      linked('tools', 'Tools', 0, { devtools: { module: './Panel' } }),
      linked('lab', 'Wool & <linen>', 20),
      linked('care', 'Care guide', 10),
    ],
  };
  const listed = (config: object) =>
    /<ul.*<\/ul>/s.exec(renderPage(frame, { registry, config, prerendered: [] }))?.[0];
  const items =
    '<li><a href="/care">Care guide</a></li><li><a href="/lab">Wool &amp; &lt;linen&gt;</a></li>';
  expect(listed({})).toBe(`<ul class="menu" data-page-links="">${items}</ul>`);
  expect(listed({ devtools: {} })).toContain('<a href="/tools">Tools</a></li><li>');
  const page = renderPage(frame, { registry, config: {}, prerendered: [] });
  expect(isRenderedFrom(page, frame)).toBe(true);
  expect(isRenderedFrom(page, frame.replace('menu', 'list'))).toBe(false);
});

test('a page with English texts below the prefix of a language has its English address', () => {
  const head = { title: 'Help', type: 'website' as const, index: true };
  const filling = { origin: 'https://shop.example', path: '/hi/help', values: undefined };
  const declared = { path: '/hi/help', head, isIndexed: true, query: [], language: 'hi' };
  expect(fillHead({ ...declared, languages: ['en'] }, filling)).toMatchObject({
    ...{ url: 'https://shop.example/help', alternates: [] },
  });
  expect(fillHead({ ...declared, languages: ['en', 'hi'] }, filling)).toMatchObject({
    url: 'https://shop.example/hi/help',
    alternates: [
      ['en', 'https://shop.example/help'],
      ['hi', 'https://shop.example/hi/help'],
    ],
  });
});
