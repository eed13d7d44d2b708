import { expect, test } from 'vitest';
import { configWarning } from './api.ts';

test('a release’s configuration that selects this API needs no warning', () => {
  expect(configWarning('{"apiBaseUrl":"/"}')).toBeUndefined();
});

test.each([
  ['{}', /use the mock, not this API/],
  ['not JSON', /use the mock, not this API/],
  ['{"apiBaseUrl":"https://api.example"}', /use the API at https:\/\/api\.example, not this API/],
])('a warning says what the configuration %s makes the shop use', (text, warning) => {
  expect(configWarning(text)).toMatch(warning);
});
