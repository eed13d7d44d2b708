import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRequestBody } from './request-body.ts';

test('any JSON value comes back as it was written', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseRequestBody(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test.each(['', '   ', '{', "{'a': 1}", 'undefined'])('%j shows the error', (text) => {
  expect(parseRequestBody(text)).toEqual({ ok: false, error: 'Error in JSON format' });
});
