import { expect, test } from 'vitest';
import { parseOverrideAddress } from './override-address.ts';

const read = (address: string, overrideOrigins?: string[], pageProtocol = 'http:') =>
  parseOverrideAddress(address, { pageProtocol, overrideOrigins });

test.each([
  ['http://localhost:3001', 'http://localhost:3001'],
  ['http://localhost:3001/', 'http://localhost:3001'],
  ['https://127.0.0.1:8443', 'https://127.0.0.1:8443'],
  [
    'http://localhost:4000/remotes/mfe-catalog/1.0.0/',
    'http://localhost:4000/remotes/mfe-catalog/1.0.0',
  ],
])('%s is an address on this machine', (address, plain) => {
  expect(read(address)).toEqual({ ok: true, value: plain });
});

test.each([
  ['https://evil.example', /is not an allowed origin. This shop allows any port of localhost/],
  ['http://localhost.evil.example', /not an allowed origin/],
  ['http://localhost:3001@evil.example', /holds more than an origin and a path/],
  ['http://localhost:3001?a=1', /holds more than an origin and a path/],
  ['javascript:alert(1)', /not an allowed origin/],
  ['data:text/javascript,alert(1)', /not an allowed origin/],
  ['localhost:3001', /not an allowed origin/],
  ['3001', /is not an address. Write it like/],
  ['', /is not an address/],
])('%s is refused', (address, sentence) => {
  const result = read(address);
  expect(result.ok ? 'accepted' : result.error).toMatch(sentence);
});

test('the configuration’s origins replace the default', () => {
  const preview = ['https://preview.example'];
  expect(read('https://preview.example/mfe-catalog', preview).ok).toBe(true);
  expect(read('https://preview.example:8443', preview).ok).toBe(false);
  expect(read('http://localhost:3001', preview)).toEqual({
    ok: false,
    error:
      'http://localhost:3001 is not an allowed origin. This shop allows https://preview.example.',
  });
  expect(read('http://localhost:3001', []).ok).toBe(false);
});

test('an https page allows http from this machine only', () => {
  expect(read('http://localhost:3001', undefined, 'https:').ok).toBe(true);
  const result = read('http://preview.example', ['http://preview.example'], 'https:');
  expect(result.ok ? 'accepted' : result.error).toBe(
    'This page came over https, which loads nothing over http. Serve preview.example by https.',
  );
});
