import { load, type Setup, slow } from './browse.ts';
import { listPage } from './pages.ts';

const LARGEST = 10;

/** Why a file is there, by its address: the first that fits. */
const reasons: readonly [RegExp, string][] = [
  [/js\/lib-router\./, 'React Router; its core is one closure, so all of it is needed'],
  [/js\/index\./, 'the shell: boot, frame, store, API client, the federation runtime'],
  [/js\/async\/mock\./, 'the mock: handlers and sample data; not loaded where there is an API'],
  [/js\/async\/\w{1,2}\./, 'Mirage, which the mock is made with; not loaded where there is an API'],
  [/js\/\w{1,2}\./, 'React, Jotai, TanStack Query, valibot: one copy for all pieces'],
  [/font\/hanken/, 'the font of all text but headings'],
  [/font\/fraunces/, 'the font of the headings'],
  [/remotes\/mfe-catalog\/.*remoteEntry/, 'the container of the remote that has this page'],
  [
    /remotes\/.*remoteEntry/,
    'the container of a remote that the header links to, loaded when idle',
  ],
  [/remotes\/.*expose_ProductList\w*\.\w+\.js/, 'the page'],
  [/^\/productlist$/, 'the page: the frame, the registry for its path, the first words'],
  [/images\//, 'a product’s picture'],
];

function reasonOf(path: string): string {
  return reasons.find(([pattern]) => pattern.test(path))?.[1] ?? 'no reason is written down';
}

/** The largest things that a visitor to the list downloads, as a table in Markdown. */
export async function listLargest({ browser, shop }: Setup): Promise<string> {
  const { files } = await load(browser, shop, listPage, { conditions: slow });
  const largest = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, LARGEST);
  return [
    `### The ${LARGEST} largest downloads of ${listPage.path}`,
    '',
    '| | | why |',
    '| --- | --: | --- |',
    ...largest.map(
      ({ path, bytes }) => `| \`${path}\` | ${(bytes / 1000).toFixed(1)} kB | ${reasonOf(path)} |`,
    ),
    '',
  ].join('\n');
}
