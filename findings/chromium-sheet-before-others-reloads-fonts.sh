#!/bin/sh
# Chromium 150.0.7871.100 and 153.0.8010.0, driven by playwright-core 1.62.0, which brings 151 (not run) if
# CHROMIUM_PATH names none.
#
# A style sheet with an @layer that is added anywhere but after all others makes Chromium replace each @font-face face
# of the page, load it again (without a request) and lay out the whole page. The same happens when such a sheet is
# removed, or its media begin to match, even at the end. It makes no difference that no element matches its rules, that
# the page has no other layers, or whether it is a <link> or a <style>. Sheets in adoptedStyleSheets count as others:
# with one, no place in the document is the last. The same rule without an @layer, or added at the end, does none of it.
#
# Seen, in a page with 300 paragraphs and one font that is loaded: `loadingdone` with that face again, a new FontFace in
# document.fonts and a layout of all objects ("loads fonts, lays out all"), or none of the three ("nothing").
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error playwright-core@1.62.0 @fontsource/space-mono@5.3.0 > installed
if [ -z "${CHROMIUM_PATH:-}" ]; then
  export PLAYWRIGHT_BROWSERS_PATH="$folder/browsers"
  npx playwright-core install chromium-headless-shell > installed
fi
cat > program.mjs <<'END'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const files = {
  '/': [
    'text/html',
    `<!doctype html><title>Page</title><style>
      @font-face { font-family: Mono; src: url(/mono.woff2) }
      body { font-family: Mono }
    </style>${'<p>Some words.</p>'.repeat(300)}`,
  ],
  '/layer.css': ['text/css', '@layer any { .nowhere { color: red } }'],
  '/plain.css': ['text/css', '.nowhere { color: red }'],
  '/mono.woff2': [
    'font/woff2',
    readFileSync('node_modules/@fontsource/space-mono/files/space-mono-latin-400-normal.woff2'),
  ],
};
let fontRequests = 0;
const server = createServer(({ url }, answer) => {
  const [type, body] = files[url] ?? [];
  if (url === '/mono.woff2') fontRequests += 1;
  answer.writeHead(type ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

// Each case: what is done before the measurement, if anything, and what is measured. Both run in the page.
const cases = {
  'link, first': [null, (name) => addLink(name, 'prepend')],
  'link, last': [null, (name) => addLink(name, 'append')],
  'style, first': [null, (name) => addStyle(name, 'prepend')],
  'style, last': [null, (name) => addStyle(name, 'append')],
  'link, last, with an adopted sheet': [() => adopt(), (name) => addLink(name, 'append')],
  'link, last, removed': [(name) => addLink(name, 'append'), () => document.querySelector('link').remove()],
  'link, last, media from print to all': [
    (name) => addLink(name, 'append', 'print'),
    () => void (document.querySelector('link').media = 'all'),
  ],
};

function helpers(css) {
  window.addLink = (name, place, media = '') =>
    new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/${name}.css`, media });
      link.onload = () => resolve();
      link.onerror = reject;
      document.head[place](link);
    });
  window.addStyle = (name, place) => {
    const style = document.createElement('style');
    style.textContent = css[name];
    document.head[place](style);
  };
  window.adopt = () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.elsewhere { color: blue }');
    document.adoptedStyleSheets = [sheet];
  };
  window.settle = async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, 200));
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.error(`Chromium ${browser.version()}`);

async function see(name, [prepare, change]) {
  const page = await browser.newPage();
  await page.addInitScript(helpers, { layer: files['/layer.css'][1], plain: files['/plain.css'][1] });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(() => settle());
  if (prepare) await page.evaluate(prepare, name);
  await page.evaluate(async () => {
    await settle();
    const [face] = document.fonts;
    if (face.status !== 'loaded') throw new Error('The font is not loaded yet.');
    window.seen = { loaded: 0, isNew: () => [...document.fonts][0] !== face };
    document.fonts.addEventListener('loadingdone', ({ fontfaces }) => (seen.loaded += fontfaces.length));
  });
  fontRequests = 0;
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(change, name);
  await page.evaluate(() => settle());
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const { loaded, isNew } = await page.evaluate(() => ({ loaded: seen.loaded, isNew: seen.isNew() }));
  await page.close();
  const layouts = traceEvents.flatMap((event) => (event.name === 'Layout' && event.args.beginData) || []);
  const hasLaidOutAll = layouts.some((layout) => layout.dirtyObjects === layout.totalObjects);
  const objects = layouts.map((layout) => `${layout.dirtyObjects} of ${layout.totalObjects}`).join(', ') || 'no';
  console.error(`  ${name}: ${loaded} faces loaded again, ${fontRequests} requests, ${objects} objects laid out`);
  if (loaded === 1 && isNew && hasLaidOutAll && fontRequests === 0) return 'loads fonts, lays out all';
  return loaded === 0 && !isNew && layouts.length === 0 ? 'nothing' : 'something else';
}

for (const [title, steps] of Object.entries(cases)) {
  console.error(title);
  console.log(`${title}: layer ${await see('layer', steps)}; plain ${await see('plain', steps)}`);
}
await browser.close();
server.close();
END
cat > expected <<'END'
link, first: layer loads fonts, lays out all; plain nothing
link, last: layer nothing; plain nothing
style, first: layer loads fonts, lays out all; plain nothing
style, last: layer nothing; plain nothing
link, last, with an adopted sheet: layer loads fonts, lays out all; plain nothing
link, last, removed: layer loads fonts, lays out all; plain nothing
link, last, media from print to all: layer loads fonts, lays out all; plain nothing
END
node program.mjs > seen
diff expected seen
echo 'as described'
