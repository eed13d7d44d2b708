import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

test('an empty configuration means the mock', () => {
  expect(parseConfig({})).toEqual({});
});

test('an API address is taken as it is', () => {
  const config = { apiBaseUrl: 'https://api.example.com' };
  expect(parseConfig(config)).toEqual(config);
});

test.each([[{ apiBaseUrl: 'api' }], [{ apiBaseUrl: 7 }]])(
  '%j names the field at fault',
  (config) => {
    expect(() => parseConfig(config)).toThrow('config could not be read: apiBaseUrl:');
  },
);

test('a document that is no object is refused', () => {
  expect(() => parseConfig('nonsense')).toThrow('config could not be read: document:');
});
