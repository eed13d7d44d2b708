import { expect, test } from 'vitest';
import { dataOf } from './early-data.ts';

test('the products and what the page declares are requested from the API', () => {
  expect(dataOf({ apiBaseUrl: '/' }, ['/api/categories'])).toEqual([
    '/api/products',
    '/api/categories',
  ]);
  expect(dataOf({ apiBaseUrl: 'https://api.example/' }, ['/api/categories'])).toEqual([
    'https://api.example/api/products',
    'https://api.example/api/categories',
  ]);
});

test('a catalogue that is loaded by queries is not preloaded as a whole', () => {
  expect(dataOf({ apiBaseUrl: '/', catalogue: { query: true } }, ['/api/categories'])).toEqual([
    '/api/categories',
  ]);
});

test('nothing is requested if the mock answers, and nothing from another origin', () => {
  expect(dataOf({}, ['/api/categories'])).toEqual([]);
  const declared = ['//elsewhere.example/x', 'https://elsewhere.example'];
  expect(dataOf({ apiBaseUrl: '/' }, declared)).toEqual(['/api/products']);
});
