import { expect, test } from 'vitest';
import { configFields, configOfPage, requireGrants } from './config-fields.ts';

const granted = { rights: { 'mfe-lab': { 'https://api.example': ['connect'] } } };

test('granted rights are read by remote, and are not in the configuration that the page gets', () => {
  expect(requireGrants(granted)).toEqual(granted.rights);
  expect(configOfPage({ ...granted, origin: 'https://shop.example' })).toEqual({
    origin: 'https://shop.example',
  });
});

test.each([
  [
    { 'mfe-lab': { 'https://api.example/graphql': ['connect'] } },
    'is neither “self” nor an origin',
  ],
  [{ 'mfe-lab': { 'http://api.example': ['connect'] } }, 'http: and ws: only on localhost'],
  [{ 'mfe-lab': { "https://a'unsafe-inline'": ['connect'] } }, 'is neither “self” nor an origin'],
  [{ 'mfe-lab': { 'https://*.example': ['connect'] } }, 'is neither “self” nor an origin'],
  [{ 'mfe-lab': { 'https://api.example': ['wasm'] } }, '“https://api.example” can’t have “wasm”'],
  [{ 'mfe-lab': { self: ['connect'] } }, '“self” can’t have “connect”'],
  [{ 'mfe-lab': { self: ['eval'] } }, '"eval" is no right: there are “connect”'],
  [{ 'mfe-lab': { self: 'wasm' } }, 'the rights of an origin are a list'],
  [{ 'mfe-lab': ['https://api.example'] }, 'rights.mfe-lab'],
])(
  'rights that are not written as such are refused with the field, and grant nothing: %j',
  (rights, why) => {
    expect(() => requireGrants({ rights })).toThrow(why);
    expect(configFields({ rights }).rights).toEqual({});
  },
);
