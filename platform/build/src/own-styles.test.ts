import type { RsbuildPlugin } from '@rsbuild/core';
import { expect, test } from 'vitest';
import type { Additions } from './prerender.ts';
import { foreignRulesInBuild } from './styles.ts';
import { buildRemote, declarationOf } from './testing/remote.ts';

const component = (...imports: string[]) =>
  `${imports.map((from) => `import ${JSON.stringify(from)};`).join('\n')}\nexport const Component = () => null;`;

test('a sheet that several modules use is in one file, before the sheets of each', async () => {
  const { sheets, files, errors } = await buildRemote({
    'remote.json': declarationOf(['Cart', 'Home', 'Late'], 'Badge'),
    'src/exposes/Cart.tsx': component(
      '../button.module.css',
      'picker/style.css',
      '../cart.module.css',
    ),
    'src/exposes/Home.tsx': component(
      '../home.module.css',
      '../button.module.css',
      '../price.module.css',
    ),
    'src/exposes/Late.tsx': `${component('picker/style.css')}\nvoid import('../Dialog.tsx');`,
    'src/exposes/Badge.tsx': component('../price.module.css', '../badge.module.css'),
    'src/Dialog.tsx': component('../src/price.module.css'),
    ...Object.fromEntries(
      ['button', 'cart', 'home', 'price', 'badge'].map((name) => [
        `src/${name}.module.css`,
        `.${name} { --of: ${name} }`,
      ]),
    ),
    'node_modules/picker/package.json': '{ "name": "picker" }',
    'node_modules/picker/style.css': '.picker { --of: picker }',
  });
  expect(errors).toEqual([]);
  const contents = Object.entries(files).filter(([file]) => file.endsWith('.css'));
  const of = (name: string) => contents.filter(([, css]) => css.includes(`--of:${name}`)).length;
  expect(['button', 'picker', 'price', 'cart', 'home', 'badge'].map(of)).toEqual([
    1, 1, 1, 1, 1, 1,
  ]);
  const rulesOf = (module: string) =>
    sheets[module]?.map((file) =>
      [...(files[file] ?? '').matchAll(/--of:(\w+)/g)].map(([, name]) => name),
    );
  expect(rulesOf('./Cart')).toEqual([['picker', 'button'], ['cart']]);
  expect(rulesOf('./Home')).toEqual([['price', 'badge'], ['picker', 'button'], ['home']]);
  expect(rulesOf('./Late')).toEqual([['picker', 'button']]);
  expect(rulesOf('./Badge')).toEqual([['price', 'badge']]);
});

/** Builds a page with these style sheets, and returns the remote's only sheet without its white space. */
async function builtSheet(sheets: Readonly<Record<string, string>>, additions?: Additions) {
  const { files, errors } = await buildRemote(
    {
      'remote.json': declarationOf(['Home']),
      'src/exposes/Home.tsx': component(
        ...Object.keys(sheets)
          .filter((name) => !name.startsWith('..'))
          .map((name) => `../${name}`),
      ),
      ...Object.fromEntries(Object.entries(sheets).map(([name, css]) => [`src/${name}`, css])),
    },
    additions,
  );
  const css = Object.keys(files).filter((file) => file.endsWith('.css'));
  return { errors, css: css.map((file) => files[file]).join('\n') };
}

const region =
  '@scope([data-boundary=mfe-gifts]) to ([data-boundary]:not([data-boundary=mfe-gifts]))';

test('a rule that could hide the shop fails the build with one message, without a stack', async () => {
  const module = '.home { color: red }\nbody { display: none }';
  const { errors } = await builtSheet({ 'Home.module.css': module });
  const [error = '', ...others] = errors;
  expect(others).toEqual([]);
  expect(error).toContain('mfe-gifts/src/Home.module.css:2 body');
  expect(error).toContain('It can match elements that are not the remote’s own: write a class');
  expect(error).not.toMatch(/\bat /);
  expect((await builtSheet({ 'Home.module.css': '.home { color: red }' })).errors).toEqual([]);
});

test('what a plain sheet says applies to the remote’s regions only, below its CSS Modules', async () => {
  const { css, errors } = await builtSheet({
    'Home.module.css': '.home { color: red }',
    // As Tailwind 4 and packages write it.
    'plain.css': `@layer theme, base; @layer theme { :root, :host { --spacing: .25rem } }
      @layer base { *, ::before { margin: 0 } html { line-height: 1.5 } }
      .rdp-root { color: blue; &:hover + p { color: red } } .dark .a > b::after { color: red }
      html.dark, .dark > body, :root:has(.x)::before { color: white } :where(body, .b) > p { color: red }`,
  });
  expect(errors).toEqual([]);
  // Minified: the layers have the same order without a statement.
  const [plain = '', own = ''] = css.split('}@layer ui,app;');
  expect(plain).toBe(
    [
      `@layer app.mfe-gifts{@layer plain{${region}{`,
      '@layer theme{:scope,:scope{--spacing:.25rem}}',
      '@layer base{*,:before{margin:0}:scope{line-height:1.5}}',
      '.rdp-root{color:#00f;&:hover+p{color:red}}',
      '.dark .a>b:where(:scope,:scope *):after{color:red}',
      'html.dark :scope,.dark :scope,:root:has(.x) :scope:before{color:#fff}:where(body,.b)>p:where(:scope,:scope *){color:red}}',
    ].join(''),
  );
  expect(own).toMatch(/^\.mfe-gifts-home-\w+\{color:red\}\}$/);
  expect(foreignRulesInBuild(css, 'mfe-gifts')).toEqual([]);
});

test('keyframes and registered properties of packages get the remote’s name, also where they are used', async () => {
  const { css, errors } = await builtSheet({
    'plain.css': `@import 'tool/style.css'; :root { --animate-spin: spin 1s linear }
      .spin { animation: var(--animate-spin) } .late { animation: 1s spin; --tw-blur: 1px }`,
    'Home.module.css': '.home { filter: var(--tw-blur, var(--spin)) }',
    '../node_modules/tool/package.json': '{ "name": "tool" }',
    '../node_modules/tool/style.css':
      '@property --tw-blur { syntax: "*"; inherits: false } @keyframes spin { to { rotate: 1turn } }',
  });
  expect(errors).toEqual([]);
  expect(css).toContain('@property --mfe-gifts-tw-blur{');
  expect(css).toContain('@keyframes mfe-gifts-spin{');
  expect(css).toContain('--animate-spin:mfe-gifts-spin 1s linear');
  expect(css).toContain('.late{--mfe-gifts-tw-blur:1px;animation:1s mfe-gifts-spin}');
  expect(css).toContain('filter:var(--mfe-gifts-tw-blur,var(--spin))');
});

test.each([
  ['@import url("https://fonts.example/i.css");', 'plain.css:1 @import', 'from another address'],
  [
    '.a { color: red }\n@counter-style a { system: cyclic }',
    'plain.css:2 @counter-style',
    'the shell',
  ],
])('a plain sheet with %s fails the build with the file', async (css, place, why) => {
  const { errors } = await builtSheet({ 'plain.css': css });
  expect(errors).toEqual([expect.stringContaining(`mfe-gifts/src/${place}`)]);
  expect(errors[0]).toContain(why);
});

test.each([
  '@import url("https://fonts.example/i.css");',
  '@font-face { font-family: Elsewhere; src: url("tool.woff2") }',
  '@page { margin: 0 }',
])('a package’s sheet with %s fails the build', async (css) => {
  const { errors } = await builtSheet({
    'plain.css': "@import 'tool/style.css'; .a { color: red }",
    '../node_modules/tool/package.json': '{ "name": "tool" }',
    '../node_modules/tool/tool.woff2': '',
    '../node_modules/tool/style.css': css,
  });
  expect(errors).toEqual([
    expect.stringMatching(/ static\/css\/async\/__federation_expose_Home\.\w*\.?css:1 @\w/),
  ]);
});

const kit = `export const kit = { shared: {}, prerender: import.meta.dirname + '/prerender.js' };`;

/** Builds a page that is rendered in Node by a kit as a host has it. */
const buildPrerendered = (sources: Readonly<Record<string, string>>, additions?: Additions) => {
  const declaration = JSON.parse(declarationOf(['Home']));
  declaration.routes[0].prerender = true;
  return buildRemote(
    {
      'package.json': JSON.stringify({
        ...{ name: 'mfe-gifts', dependencies: { react: '^19.0.0' } },
        patchwork: { kit: 'host/kit' },
      }),
      'remote.json': JSON.stringify(declaration),
      'node_modules/host/package.json': '{ "exports": { "./kit": "./kit.mjs" } }',
      'node_modules/host/kit.mjs': kit,
      'node_modules/host/prerender.js': `import { Component } from '@remote/src/exposes/Home.tsx';
        import { createElement } from 'react';
        import { renderToStaticMarkup } from 'react-dom/server';
        export const prerender = () => ({ './Home': renderToStaticMarkup(createElement(Component)) });
        export const render = async () => undefined;`,
      ...sources,
    },
    additions,
  );
};

test('what a team adds to its build is in all of its builds, also where a page is rendered in Node', async () => {
  const words: RsbuildPlugin = {
    name: 'words',
    setup: (api) =>
      api.transform({ test: /\.words$/ }, ({ code }) => `export default ${JSON.stringify(code)}`),
  };
  const { files, errors } = await buildPrerendered(
    {
      'src/exposes/Home.tsx': `import words from '../home.words'; import '../home.css';
        export const Component = () => <p className={GREETING}>{words}</p>;`,
      'src/home.words': 'Made slowly',
      'src/home.css': '.hello { color: red }',
    },
    { plugins: [words], source: { define: { GREETING: '"hello"' } } },
  );
  expect(errors).toEqual([]);
  expect(files['prerendered.json']).toBe('{"./Home":"<p class=\\"hello\\">Made slowly</p>"}');
  expect(
    Object.values(files).filter((text) => text.includes('Made slowly')).length,
  ).toBeGreaterThan(1);
});

test('a prerendered page with a style element, which the policy refuses, fails the build with what to do', async () => {
  const { errors } = await buildPrerendered({
    'src/exposes/Home.tsx':
      'export const Component = () => <div><style>{"p { color: red }"}</style></div>;',
  });
  expect(errors).toEqual([
    expect.stringMatching(/^The HTML of \.\/Home has a <style> element.+"prerender"/),
  ]);
});
