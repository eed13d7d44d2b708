// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }

import { beforeEach, expect, test } from 'vitest';
import { insertHotSheet, insertSheet } from './shared-sheets.ts';

const folder = 'https://shop.example/remotes/mfe-gifts/1.0.0/static/css/async';

function insert(add: typeof insertSheet, ...files: string[]): string[] {
  for (const file of files) {
    const link = document.createElement('link');
    Object.assign(link, {
      rel: 'stylesheet',
      href: file.includes(':') ? file : `${folder}/${file}`,
    });
    add(link);
  }
  const links = [...document.querySelectorAll('link')].map(({ href }) => href);
  return links.map((href) => href.replace(`${folder}/`, ''));
}

beforeEach(() => {
  document.head.innerHTML = '';
});

test.each([
  ['a release', insertSheet],
  ['development', insertHotSheet],
])(
  'in %s, shared sheets have the same order, before all others, in whichever order they are requested',
  (_where, add) => {
    const shell = 'https://shop.example/static/css/index.css';
    const order = [
      shell,
      '-styles-Badge.a.css',
      '-styles.b.css',
      '__federation_expose_Home.c.css',
      'dialog.d.css',
    ];
    expect(insert(add, ...order)).toEqual(order);
    document.head.innerHTML = '';
    const [first = '', badge = '', shared = '', home = '', dialog = ''] = order;
    expect(insert(add, first, home, dialog, shared, badge)).toEqual(order);
  },
);

test('a sheet of another version or remote does not count', () => {
  const other = folder.replace('1.0.0', '2.0.0');
  expect(insert(insertSheet, `${other}/z.css`, '-styles.b.css')).toEqual([
    `${other}/z.css`,
    '-styles.b.css',
  ]);
});

test('a sheet in the HTML of a page counts', () => {
  document.head.innerHTML = '<style data-sheet="/home.css"></style>';
  Object.assign(document.querySelector('style') ?? {}, { href: `${folder}/home.css` });
  insert(insertSheet, '-styles.css', 'dialog.css');
  const tags = [...document.head.children].map(({ tagName }) => tagName);
  expect(tags).toEqual(['LINK', 'STYLE', 'LINK']);
});

test('a hot update takes the place of the sheet that it replaces', () => {
  expect(
    insert(insertHotSheet, '-styles.css', 'home.css', 'dialog.css', 'home.css?2', '-styles.css?3'),
  ).toEqual([...['-styles.css', '-styles.css?3', 'home.css', 'home.css?2', 'dialog.css']]);
});
