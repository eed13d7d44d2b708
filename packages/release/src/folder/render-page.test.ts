import { expect, test } from 'vitest';
import { renderPage } from './render-page.ts';

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
