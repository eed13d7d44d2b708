// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import { fillLinks, showHeldPictures, showPrerendered } from './show-prerendered.ts';

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

const route = { page: 'home', path: '/', access: 'open', module: './Home' } as const;

const words = '<h1>Made slowly</h1>';

function openPage(version: string, { html = words, isRendered = false, isStable = true } = {}) {
  const mark = isRendered ? ' data-rendered' : '';
  document.head.innerHTML = `<template data-remote="mfe-catalog" data-version="1.0.0-a" data-module="./Home"${mark}>${html}</template>`;
  document.body.innerHTML = '<main><p>Loading</p></main>';
  const main = document.querySelector('main');
  if (!main) throw new Error('no main');
  const remote = {
    ...{ id: 'mfe-catalog', team: 'Catalogue', version, entry: '/remoteEntry.js' },
    ...{ routes: [route], fragments: {}, files: {} },
  };
  const loads: (() => void)[] = [];
  const styles = ['shared', 'own'].map((name) => ({
    link: Object.assign(document.createElement('link'), { id: name }),
    loaded: new Promise<void>((resolve) => loads.push(resolve)),
  }));
  const shown = showPrerendered(main, { remote, route }, styles, isStable);
  return { main, loads, shown };
}

const isShown = (main: Element) => main.querySelector('h1')?.closest('[hidden]') === null;

test('the page replaces the spinner when its style sheets apply, not before', async () => {
  const { main, loads, shown } = openPage('1.0.0-a');
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
  const { main, shown } = openPage('2.0.0-b');
  await shown;
  expect(main.innerHTML).toBe('<p>Loading</p>');
});

test('the server’s HTML is in the region that the shop hydrates, with React’s marks', async () => {
  const { main } = openPage('1.0.0-a', { isRendered: true });
  const region =
    '<div data-prerendered="home" data-boundary="mfe-catalog" data-team="Catalogue" data-version="1.0.0-a" data-rendered="" hidden="">';
  expect(main.innerHTML).toContain(`<!--$-->${region}${words}</div><!--/$-->`);
});

test('the HTML is not hydrated for a visitor with another version of any remote: its links may lead elsewhere', () => {
  const { main } = openPage('1.0.0-a', { isRendered: true, isStable: false });
  expect(main.textContent).toContain('Made slowly');
  expect(main.querySelector('[data-rendered]')).toBeNull();
});

test('two pictures come before the scripts, the others after them', () => {
  const html = ['a', 'b', 'c', 'd'].map((name) => `<img src="/${name}.svg">`).join('');
  const { main } = openPage('1.0.0-a', { html });
  const sources = () => [...main.querySelectorAll('img')].map((each) => each.getAttribute('src'));
  expect(sources()).toEqual(['/a.svg', '/b.svg', null, null]);
  showHeldPictures();
  expect(sources()).toEqual(['/a.svg', '/b.svg', '/c.svg', '/d.svg']);
});

test('a picture in several widths is held back with all its files', () => {
  const picture = '<img src="/a.jpg" srcset="/a-400.jpg 400w">';
  const { main } = openPage('1.0.0-a', { html: picture.repeat(3) });
  const last = () => main.querySelectorAll('img')[2]?.cloneNode() as HTMLImageElement;
  expect([last().getAttribute('src'), last().getAttribute('srcset')]).toEqual([null, null]);
  showHeldPictures();
  expect(last().outerHTML).toBe('<img srcset="/a-400.jpg 400w" src="/a.jpg">');
});

test('a picture that the page itself holds back is left to the page', () => {
  const html = '<img src="/a.svg"><img><img><img src="/b.svg"><img>';
  const { main } = openPage('1.0.0-a', { html });
  showHeldPictures();
  const sources = [...main.querySelectorAll('img')].map((each) => each.getAttribute('src'));
  expect(sources).toEqual(['/a.svg', null, null, '/b.svg', null]);
});

test('links and forms get the addresses of the pages that they name', () => {
  document.body.innerHTML =
    '<a href="page:product?productId=linen">Linen</a><form action="page:home"></form><a href="/help">Help</a>';
  const routes = [route, { ...route, page: 'product', path: '/productlist/:productId' }];
  fillLinks(document.body, {
    remotes: [
      {
        ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1', entry: '/remoteEntry.js' },
        ...{ routes, fragments: {}, files: {} },
      },
    ],
  });
  expect(document.body.innerHTML).toBe(
    '<a href="/productlist/linen">Linen</a><form action="/"></form><a href="/help">Help</a>',
  );
});
