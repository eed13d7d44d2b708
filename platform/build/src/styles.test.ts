import { expect, test } from 'vitest';
import { foreignRulesInBuild, foreignRulesInSource, regionsOf } from './styles.ts';

const inLayer = (css: string): string => `@layer app.mfe-shop{@layer ui,app;@layer app{${css}}}`;

const inBuild = (css: string) => foreignRulesInBuild(inLayer(css), 'mfe-shop');
const inModule = (css: string) =>
  foreignRulesInSource(css, 'mfe-shop/src/Card.module.css', 'mfe-shop');
const inPlainSheet = (css: string) =>
  foreignRulesInSource(css, 'mfe-shop/src/card.css', 'mfe-shop');

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
      why: 'It can match elements that are not the remote’s own: write a class of the module into each selector, on the element that is styled or on one around it; or move it to a plain .css file, which remoteConfig of @patchwork/build confines to the remote’s regions.',
    },
  ]);
});

test.each([
  'body, * { margin: 0 } .card { color: red }',
  '@keyframes spin { to { rotate: 1turn } }',
  '@import "tailwindcss"; @theme { --font-display: "Satoshi" } @utility tab-4 { tab-size: 4 }',
  '@property --mfe-shop-angle { syntax: "<angle>"; inherits: false; initial-value: 0deg }',
  '@font-face { font-family: mfe-shop-icons; src: url(icons.woff2) }',
  'is for a plugin {{ }}',
])('a plain sheet may have %s, as the build confines it', (css) => {
  expect(inPlainSheet(css)).toEqual([]);
});

test.each([
  ['@import url("https://fonts.example/css2?family=Inter");', /from another address: install/],
  ['@property --angle { syntax: "*"; inherits: false }', /begin the name with --mfe-shop-/],
  ['@font-face { font-family: Inter; src: url(i.woff2) }', /begin font-family with mfe-shop-/],
  ['@page { size: 1px }', /only the shell may have it/],
])('a plain sheet may not have %s', (css, why) => {
  expect(inPlainSheet(`.a { color: red }\n${css}`.replace(/^(.*)\n(@import.*)$/, '\n$2'))).toEqual([
    { line: 2, text: expect.stringMatching(/^@/), why: expect.stringMatching(why) },
  ]);
});

test('a built style sheet may have any selector within the remote’s regions, and nowhere else', () => {
  const rule = 'body, .card + *, [class]:has(img) { display: none }';
  const confined = `${regionsOf('mfe-shop')} { @layer base { ${rule} } }`;
  expect(inBuild(confined)).toEqual([]);
  for (const css of [
    rule,
    confined.replace(' to (', ' to (.x, '),
    confined.replaceAll('mfe-shop', 'mfe-cart'),
    confined.replace(/ to \(.+?\)\)/, ''),
    confined.replace(/\(\[data-boundary="mfe-shop"\]\) to/, '(body) to'),
  ]) {
    expect(inBuild(css).length, css).toBeGreaterThan(0);
  }
  expect(inBuild(`${regionsOf('mfe-shop')} { @page { size: 1px } }`)).toHaveLength(1);
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
