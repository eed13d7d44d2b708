import { expect, test } from 'vitest';
import { configWarning, isApiPath } from './api.ts';

test('a release’s configuration that names this API needs no warning', () => {
  expect(configWarning('{"apiBaseUrl":"/"}')).toBeUndefined();
});

test.each([
  ['{}', /use the mock, not this API/],
  ['not JSON', /use the mock, not this API/],
  ['{"apiBaseUrl":"https://api.example"}', /use the API at https:\/\/api\.example, not this API/],
])('a warning says what the configuration %s makes the shop use', (text, warning) => {
  expect(configWarning(text)).toMatch(warning);
});

test.each(['/api', '/api/products', '/healthz', '/readyz'])(
  '%s is a path of the API',
  (pathname) => {
    expect(isApiPath(pathname)).toBe(true);
  },
);

test.each(['/', '/apis', '/apiary/x', '/healthzone', '/static/api/x.js'])(
  '%s is a path of the shop',
  (pathname) => {
    expect(isApiPath(pathname)).toBe(false);
  },
);
