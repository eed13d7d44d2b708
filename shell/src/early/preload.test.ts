// @vitest-environment happy-dom

import { beforeEach, expect, test } from 'vitest';
import { type DataConfig, preloadData } from './preload.ts';

beforeEach(() => {
  document.head.innerHTML = '';
  // happy-dom would send what the links name.
  const { happyDOM } = window as unknown as { happyDOM: { settings: { fetch: object } } };
  const interceptor = { beforeAsyncRequest: async () => new Response() };
  Object.assign(happyDOM.settings.fetch, { interceptor });
});

const requested = (config: DataConfig, ...declared: string[]) => {
  preloadData(config, declared);
  return [...document.querySelectorAll('link[rel=preload]')].map((link) =>
    link.getAttribute('href'),
  );
};

test('the products and what the page declares are requested from the API', () => {
  expect(requested({ apiBaseUrl: '/' }, '/api/categories')).toEqual([
    '/api/products',
    '/api/categories',
  ]);
  document.head.innerHTML = '';
  expect(requested({ apiBaseUrl: 'https://api.example/' }, '/api/categories')).toEqual([
    'https://api.example/api/products',
    'https://api.example/api/categories',
  ]);
});

test('a catalogue that is loaded by queries is not preloaded as a whole', () => {
  expect(requested({ apiBaseUrl: '/', catalogue: { query: true } }, '/api/categories')).toEqual([
    '/api/categories',
  ]);
});

test('nothing is requested if the mock answers, and nothing from another origin', () => {
  expect(requested({}, '/api/categories')).toEqual([]);
  expect(
    requested({ apiBaseUrl: '/' }, '//elsewhere.example/x', 'https://elsewhere.example'),
  ).toEqual(['/api/products']);
});
