import { expect, test } from 'vitest';
import { isForDevelopers } from './pages-and-slots.ts';

test('a remote that puts something into the slot of the devtools is for developers', () => {
  expect(isForDevelopers({ fragments: { devtools: { module: './Panel' } } })).toBe(true);
});

test.each([{ 'header-search': { module: './HeaderSearch' } }, {}])(
  'a remote that does not is for shoppers',
  (fragments) => {
    expect(isForDevelopers({ fragments })).toBe(false);
  },
);
