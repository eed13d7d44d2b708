import { expect, test } from 'vitest';
import { renderPage } from './render-page.ts';

const template = '<head><!-- patchwork:documents --></head><body>$&</body>';
const registry = { format: 2 as const, remotes: [] };

const documentsIn = (html: string) =>
  [...html.matchAll(/<script type="application\/json" id="([^"]+)">(.*?)<\/script>/g)].map(
    ([, id, text = '']) => [id, JSON.parse(text)],
  );

test('both documents replace the comment, the rest stays', () => {
  const html = renderPage(template, registry, { apiUrl: 'https://api.example/?a=$1' });
  expect(documentsIn(html)).toEqual([
    ['patchwork-registry', registry],
    ['patchwork-config', { apiUrl: 'https://api.example/?a=$1' }],
  ]);
  expect(html).toMatch(/^<head><script .*<\/script><\/head><body>\$&<\/body>$/);
});

test.each(['</script><script>alert(1)</script>', '<!--<script>', '<!-- patchwork:documents -->'])(
  'no content can end its script: %s',
  (text) => {
    const html = renderPage(template, registry, { text });
    expect(documentsIn(html).at(1)).toEqual(['patchwork-config', { text }]);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
  },
);
