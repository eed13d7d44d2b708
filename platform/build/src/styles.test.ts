import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';
import { foreignRulesInBuild, foreignRulesInSource, ownStyles } from './styles.ts';

const inLayer = (css: string): string => `@layer app.mfe-shop{@layer ui,app;@layer app{${css}}}`;

const inBuild = (css: string) => foreignRulesInBuild(inLayer(css), 'mfe-shop');
const inModule = (css: string) => foreignRulesInSource(css, 'mfe-shop/src/Card.module.css');

test.each([
  '.card { color: red }',
  '.card::before, .card:hover > img { color: red }',
  '.card body { color: red }',
  '[aria-busy="true"] .card { color: red }',
  '.card > li + li ~ p { color: red }',
  'header.card { color: red }',
  '.card { & p, > p, &:hover, :root & { color: red } @media print { color: red } }',
  '@media print { @supports (color: red) { .card { color: red } } }',
  '@container (width > 1px) { .card { color: red } }',
  '@keyframes card { to { opacity: 0 } } .card { animation: card 1s }',
  '.card { --ink: red; position: fixed; inset: 0; z-index: 9999 }',
])('%s matches the remote’s own elements only', (css) => {
  expect(inModule(css)).toEqual([]);
  expect(inBuild(css.replaceAll(/(?<=\.)card|card(?= \{| 1s)/g, 'mfe-shop-card'))).toEqual([]);
});

/** Rules that could hide the shop or change another remote's look. */
const foreign = [
  ...['body', '*', 'html', ':root', '#root', 'main', '::before', '[class]', '::backdrop'],
  ...['body:not(.card)', 'body:has(.card)', ':is(.card, body)', ':where(.card) ~ *'],
  ...['.card, body', '.card + *', '.card ~ [data-shop] > *'],
].map((selector) => `${selector} { display: none }`);

const atRules = [
  '@font-face { font-family: "Hanken Grotesk Variable"; src: url(x.woff2) }',
  '@property --paper { syntax: "*"; inherits: false }',
  '@import "https://elsewhere.example/x.css";',
  '@counter-style decimal { system: cyclic; symbols: "x" }',
  '@page { size: 1px }',
  '@view-transition { navigation: auto }',
  '@scope (body) { .card { display: none } }',
  '@namespace svg url(http://www.w3.org/2000/svg);',
  '@unheard-of { body { display: none } }',
];

test.each([...foreign, ...atRules])('%s is refused in a CSS Module', (css) => {
  expect(inModule(css)).toHaveLength(1);
});

test.each([...foreign, ...atRules.filter((css) => !/^@(?:import|namespace)/.test(css))])(
  '%s is refused in a built style sheet',
  (css) => {
    expect(inBuild(css.replaceAll('.card', '.mfe-shop-card'))).toHaveLength(1);
  },
);

test('a rule nested in a foreign one is refused as well', () => {
  expect(inModule('.card { body:not(&) { display: none } & + * { display: none } }')).toHaveLength(
    2,
  );
});

test('the refusal contains the line, the selector and the fix', () => {
  expect(inModule('.card {\n  color: red;\n}\n\nbody,\n.card {\n  display: none;\n}')).toEqual([
    {
      line: 5,
      text: 'body, .card',
      why: 'It can match elements that are not the remote’s own: write a class of the module into each selector, on the element that is styled or on one around it.',
    },
  ]);
});

test('a style sheet that is not a CSS Module may not define classes', () => {
  expect(foreignRulesInSource('.card { color: red }', 'mfe-shop/src/card.css')).toHaveLength(1);
});

test('a class or keyframes of another piece is refused in a built style sheet', () => {
  expect(inBuild('.mfe-cart-line { display: none }')).toHaveLength(1);
  expect(inBuild('.shop-header { display: none }')).toHaveLength(1);
  expect(inBuild('@keyframes spinner-breathe { to { opacity: 0 } }')).toHaveLength(1);
});

test.each([
  '.mfe-shop-card { color: red }',
  '@layer app { .mfe-shop-card { color: red } }',
  '@layer app.mfe-cart { .mfe-shop-card { color: red } }',
  '@layer { .mfe-shop-card { color: red } }',
  '@layer above;',
  `${inLayer('.mfe-shop-card { color: red }')} .mfe-shop-card { color: red }`,
  // Braces that end the layer, and begin it again.
  inLayer('} } .mfe-shop-card { color: red } @layer app.mfe-shop { @layer app {'),
])('%s is not in the remote’s layer', (css) => {
  expect(foreignRulesInBuild(css, 'mfe-shop')).toMatchObject([
    { why: expect.stringContaining('@layer app.mfe-shop') },
  ]);
});

test('a picture as a data: address is refused in a built style sheet, as the released policy blocks it', () => {
  const picture = 'url("data:image/svg+xml,%3Csvg/%3E")';
  expect(inBuild(`.mfe-shop-card { color: red }\n.mfe-shop-line { mask: ${picture} }`)).toEqual([
    {
      line: 2,
      text: expect.stringMatching(/^url\("data:image\/svg\+xml,/),
      why: expect.stringMatching(/refuses data: addresses: make it a file of the build\./),
    },
  ]);
  expect(
    inBuild(
      '.mfe-shop-card { background: url(data.svg); content: "url(data:x)" }/* url(data:x) */',
    ),
  ).toEqual([]);
});

test('a data: address in a custom property is refused as well', () => {
  expect(inBuild('.mfe-shop-card { --mark: url(data:,x) }')).toHaveLength(1);
});

test('a style sheet that can’t be parsed is refused', () => {
  expect(inModule('.card { color: red } }')).toMatchObject([
    { line: 1, why: expect.stringContaining('can’t be read') },
  ]);
});

/** The errors of a build with this style sheet, as they are printed. */
async function errorsOf(css: string): Promise<string[]> {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-styles-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const root = path.join(home, 'mfe-shop');
  await mkdir(root);
  await writeFile(path.join(root, 'index.js'), "import './Home.module.css';");
  await writeFile(path.join(root, 'Home.module.css'), css);
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      logLevel: 'silent',
      environments: { remote: { source: { entry: { index: './index.js' } } } },
      output: { cssModules: { localIdentName: 'mfe-shop-[local]-[hash:base64:6]' } },
      plugins: [ownStyles('mfe-shop', root)],
    },
  });
  let errors: string[] = [];
  rsbuild.onAfterBuild(({ stats }) => {
    const found = stats?.toJson({ errors: true }).errors ?? [];
    errors = found.map(({ message, stack }) => [message, stack].filter(Boolean).join('\n'));
  });
  await rsbuild.build().catch(() => undefined);
  return errors;
}

test('a rule that could hide the shop fails the build with one message, without a stack', async () => {
  const [error = '', ...others] = await errorsOf('.home { color: red }\nbody { display: none }');
  expect(others).toEqual([]);
  expect(error).toContain('mfe-shop/Home.module.css:2 body');
  expect(error).toContain('It can match elements that are not the remote’s own: write a class');
  expect(error).not.toMatch(/\bat /);
  expect(await errorsOf('.home { color: red }')).toEqual([]);
});
