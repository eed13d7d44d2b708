// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import type { Registry } from '../index.ts';
import {
  declareAsStable,
  hideFragments,
  isPage,
  moveLinks,
  noteSettings,
  pageInPlace,
  showHeldPictures,
  showTemplate,
  takeAway,
  whenInPlace,
} from './show-prerendered.ts';

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

const route = { page: 'home', path: '/', access: 'open', module: './Home' } as const;

const words = '<h1>Made slowly</h1>';

const versionOf = (version: string) => ({
  ...{ id: 'mfe-catalog', team: 'Catalogue', version, entry: '/remoteEntry.js' },
  ...{ routes: [route], fragments: {}, files: {} },
});

/** Opens a page on a server that sends the same HTML for every path. */
function openTemplate(version: string) {
  document.head.innerHTML = `<template data-remote="mfe-catalog" data-version="1.0.0-a" data-module="./Home">${words}</template>`;
  document.body.innerHTML = '<main><p>Loading</p></main>';
  const main = document.querySelector('main');
  if (!main) throw new Error('no main');
  const loads: (() => void)[] = [];
  const styles = ['shared', 'own'].map((name) => ({
    link: Object.assign(document.createElement('link'), { id: name }),
    loaded: new Promise<void>((resolve) => loads.push(resolve)),
  }));
  const shown = showTemplate(main, { remote: versionOf(version), route }, styles);
  return { main, loads, shown };
}

const isShown = (main: Element) => main.querySelector('h1')?.closest('[hidden]') === null;

test('a template replaces the spinner when its style sheets apply, not before', async () => {
  const { main, loads, shown } = openTemplate('1.0.0-a');
  expect(isShown(main)).toBe(false);
  // The second arrives first.
  for (const load of loads.toReversed()) load();
  const sheets = () => [...document.querySelectorAll('link[rel=stylesheet]')];
  await vi.waitFor(() => expect(sheets().map(({ id }) => id)).toEqual(['shared', 'own']));
  expect(isShown(main)).toBe(false);
  expect(main.textContent).toContain('Loading');
  for (const sheet of sheets()) sheet.dispatchEvent(new Event('load'));
  await shown;
  expect(isShown(main)).toBe(true);
  expect(main.textContent).toBe('Made slowly');
});

test('a visitor with another version sees the spinner, not the words of the stable one', async () => {
  const { main, shown } = openTemplate('2.0.0-b');
  await shown;
  expect(main.innerHTML).toBe('<p>Loading</p>');
});

/** Opens a document with the page and its style sheet in place. Returns the page. */
function openInPlace(): HTMLElement {
  document.head.innerHTML =
    '<template data-loading><p>Loading</p></template><style data-sheet="/remotes/x/home.css">a{}</style>';
  document.body.innerHTML = `<div id="root"><main><!--$--><div data-prerendered="home" data-boundary="mfe-catalog" data-version="1.0.0-a" data-rendered="">${words}</div><!--/$--></main></div>`;
  const page = pageInPlace();
  if (!page) throw new Error('no page');
  return page;
}

test('the page in the HTML is that of one page name and version', () => {
  const page = openInPlace();
  expect(isPage(page, { remote: versionOf('1.0.0-a'), route })).toBe(true);
  expect(isPage(page, { remote: versionOf('2.0.0-b'), route })).toBe(false);
  expect(isPage(page, { remote: versionOf('1.0.0-a'), route: { ...route, page: 'cart' } })).toBe(
    false,
  );
});

test('the page in the HTML stays as it is, with React’s marks', async () => {
  const page = openInPlace();
  const { outerHTML } = document.body;
  await whenInPlace(page);
  expect(document.body.outerHTML).toBe(outerHTML);
});

test('a style sheet in the HTML is known to the bundler by its whole address', async () => {
  await whenInPlace(openInPlace());
  const sheet = document.querySelector('style');
  const href = 'http://localhost:3000/remotes/x/home.css';
  expect([sheet?.dataset.href, Reflect.get(sheet ?? {}, 'href')]).toEqual([href, href]);
});

test('a page that is taken away leaves the spinner, and no style sheet', () => {
  takeAway(openInPlace());
  expect(document.querySelector('style')).toBeNull();
  expect(document.querySelector('main')?.innerHTML).toBe('<p>Loading</p>');
});

test('pictures that were held back are loaded, in all their widths', () => {
  document.body.innerHTML =
    '<img src="/a.svg"><img data-srcset="/b-400.jpg 400w" data-src="/b.jpg"><img>';
  showHeldPictures();
  // A picture that the page itself holds back is left to the page.
  expect(document.body.innerHTML).toBe(
    '<img src="/a.svg"><img srcset="/b-400.jpg 400w" src="/b.jpg"><img>',
  );
});

const product = { ...route, page: 'product', path: '/productlist/:productId', module: './Product' };

/** Returns a registry, and a canary's version whose declaration is changed. */
function withCanary(change: object) {
  const stable = { ...versionOf('1'), routes: [route, product], integrity: {}, shared: {} };
  const registry: Registry = { format: 2, remotes: [{ id: stable.id, stable, previous: [] }] };
  return { registry, active: { remotes: [{ ...stable, version: '2', ...change }] } };
}

test('links and forms of a visitor whose version has other paths lead there, with their query', () => {
  const moved = { ...product, path: '/shop/:productId/look' };
  const { registry, active } = withCanary({ routes: [{ ...route, path: '/start' }, moved] });
  expect(declareAsStable(active, registry)).toBe(false);
  document.body.innerHTML =
    '<a href="/productlist/a%2Fb?size=M#top">A</a><form action="/"></form><a href="/help">Help</a><a href="https://shop.example/">Elsewhere</a>';
  moveLinks(document.body, active, registry);
  expect(document.body.innerHTML).toBe(
    '<a href="/shop/a%2Fb/look?size=M#top">A</a><form action="/start"></form><a href="/help">Help</a><a href="https://shop.example/">Elsewhere</a>',
  );
});

test.each([
  ['of another module', { routes: [route, { ...product, module: './Other' }] }, true],
  ['with another link in the frame', { routes: [{ ...route, link: { label: 'Home' } }] }, false],
  ['with another fragment', { fragments: { bar: { module: './Bar' } } }, false],
])('the HTML of the stable version fits a version %s, or not', (_, change, fits) => {
  const { registry, active } = withCanary(change);
  expect(declareAsStable(active, registry)).toBe(fits);
});

test('the page in the HTML is not that of a visitor with another value of a setting that it depends on', () => {
  const page = openInPlace();
  const of = (isOn: boolean) => ({
    remote: { ...versionOf('1.0.0-a'), values: { gallery: { value: true, percent: 10, isOn } } },
    route,
  });
  expect(isPage(page, of(true))).toBe(true);
  page.dataset.settings = 'gallery rows';
  expect(isPage(page, of(true))).toBe(false);
  expect(isPage(page, of(false))).toBe(true);
  noteSettings(page, of(true));
  expect(document.documentElement.dataset.settings).toBe('gallery rows');
});

test('a fragment with another value is invisible until its remote replaces it', () => {
  document.body.innerHTML = `<div data-fragment="mfe-catalog below" data-settings="gallery"><p>4</p></div><div data-fragment="mfe-cart below"><p>5</p></div>`;
  const remotes = (isOn: boolean) => [
    { ...versionOf('1.0.0-a'), values: { gallery: { value: true, percent: 10, isOn } } },
  ];
  const visibility = () => [...document.querySelectorAll('p')].map(({ style }) => style.visibility);
  hideFragments({ remotes: remotes(false) });
  expect(visibility()).toEqual(['', '']);
  hideFragments({ remotes: remotes(true) });
  expect(visibility()).toEqual(['hidden', '']);
});
