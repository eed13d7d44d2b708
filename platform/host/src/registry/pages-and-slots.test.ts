import { expect, test } from 'vitest';
import { isForDevelopers, linksOf } from './pages-and-slots.ts';

test.each([
  [{ devtools: { module: './Panel' } }, true],
  [{ 'header-search': { module: './HeaderSearch' } }, false],
  [{}, false],
])('a remote that fills the slot of the devtools is for developers: %j', (fragments, is) => {
  expect(isForDevelopers({ fragments })).toBe(is);
});

test('links are ordered by their number, then by the names of their pages, whichever remote is first', () => {
  const linked = (page: string, order?: number) => ({
    ...{ page, path: `/${page}`, access: 'open' as const, module: './Page' },
    link: { label: page.toUpperCase(), ...(order !== undefined && { order }) },
  });
  const plain = { page: 'plain', path: '/plain', access: 'open' as const, module: './Page' };
  const one = { routes: [linked('care', 10), plain, linked('zoo')] };
  const other = { routes: [linked('lab'), linked('atlas', 10)] };
  const labels = ['LAB', 'ZOO', 'ATLAS', 'CARE'];
  expect(linksOf([one, other]).map(({ label }) => label)).toEqual(labels);
  expect(linksOf([other, one]).map(({ label }) => label)).toEqual(labels);
});
