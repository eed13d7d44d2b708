import { expect, test } from 'vitest';
import { correctSearch, similarity, wordsOf } from './correct-search.ts';

test.each([
  // The values of Postgres' `similarity`.
  ['kurtaa', 'kurta', 5 / 8],
  ['word', 'two words', 4 / 11],
  ['linen shirt', 'shirt linen', 1],
  ['cafe', 'café', 3 / 7],
  ['कुर्ता', 'कुर्ता', 1],
  ['कुरता', 'कुर्ता', 4 / 9],
  ['', '', 0],
  ['%', '%', 0],
])('the similarity of %j and %j is %d', (one, other, expected) => {
  expect(similarity(one, other)).toBeCloseTo(expected, 6);
  expect(similarity(other, one)).toBe(similarity(one, other));
});

test('the words of a title are what is between its punctuation, from two letters on', () => {
  expect(wordsOf('band-collar kurta (s/m), 100% cotton – men’s “new” a कुर्ता')).toEqual([
    ...['band', 'collar', 'kurta', '100', 'cotton', 'men', 'new', 'कुर्ता'],
  ]);
  expect(wordsOf('x'.repeat(51))).toEqual([]);
});

const titles = [
  'Khadi Band-Collar Kurta',
  'Linen Shirt',
  'Indigo Overshirt',
  'Wrap Dress',
  'Cafe\u0301 Apron',
  'सूती कुर्ता',
  'Wool Jacket',
  'Short T-Shirt',
];

test.each([
  ['kurtaa', 'kurta'],
  ['Kuta', 'kurta'],
  ['qurta', 'kurta'],
  ['KURTHA', 'kurta'],
  ['linnen shrit', 'linen'],
  ['linnen shirrt', 'linen shirt'],
  ['linenshirt', 'linen'],
  ['tshirt', 'shirt'],
  ['drss', 'dress'],
  ['jaket', 'jacket'],
  ['cafe', 'café'],
  ['कुरता', 'कुर्ता'],
  // Words of a title in another order, or with others between them.
  ['shirt linen', 'shirt linen'],
  ['khadi kurta', 'khadi kurta'],
  ['kurta, khadi', 'kurta khadi'],
  ['over shirt', 'overshirt shirt'],
  // Words that no title has together with the others.
  ['wool kurtaa', 'wool'],
  ['blue kurtaa', 'kurta'],
])('the search %j becomes %j', (typed, corrected) => {
  expect(correctSearch(titles, typed)).toBe(corrected);
});

test.each([
  ...[
    'zari',
    'sari',
    'no product has such a title',
    'xx',
    'k',
    '',
    ' ',
    '%',
    '🧵',
    'q'.repeat(200),
  ],
  ...['साड़ी', 'a b c d e f g'],
])('nothing is similar to %j', (typed) => {
  expect(correctSearch(titles, typed)).toBe('');
});

test('among equally similar words, the one of the same length is nearest, then the first of the alphabet', () => {
  expect(correctSearch(['Short', 'Shirt'], 'shrt')).toBe('shirt');
  expect(correctSearch(['Coats', 'Coat'], 'coat x')).toBe('coat');
});

test('titles without anything to compare offer nothing', () => {
  expect(correctSearch([], 'kurta')).toBe('');
  expect(correctSearch(['', '%%'], 'kurta')).toBe('');
});
