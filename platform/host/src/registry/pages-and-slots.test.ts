import { expect, test } from 'vitest';
import { isForDevelopers } from './pages-and-slots.ts';

test.each([
  [{ devtools: { module: './Panel' } }, true],
  [{ 'header-search': { module: './HeaderSearch' } }, false],
  [{}, false],
])('a remote that fills the slot of the devtools is for developers: %j', (fragments, is) => {
  expect(isForDevelopers({ fragments })).toBe(is);
});
