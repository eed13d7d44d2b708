import * as v from 'valibot';
import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { badField, parseBody, parseQuery } from './parse-input.ts';

const ofQuery = (search: string) =>
  parseQuery(endpoints.queryProducts.query, new URLSearchParams(search));

test.each([
  ['maxPrice=abc', '`maxPrice` must be a whole number of rupees. Bad Request error.'],
  ['sizes=S,HUGE', '`sizes` must be one of S, M, L, XL, XXL. Bad Request error.'],
  ['sort=price', '`sort` must be one of LOWTOHIGH, HIGHTOLOW. Bad Request error.'],
  ['limit=0', '`limit` must be at least 1. Bad Request error.'],
  ['cursor=x', '`cursor` must be `next` of the page before. Bad Request error.'],
])('the query %s is refused with a sentence about its field', (search, text) => {
  expect(ofQuery(search)).toEqual({ ok: false, error: { status: 400, code: 'badRequest', text } });
});

const codec = {
  encode: (body: unknown) => body,
  schema: v.object({ count: v.pipe(v.number(), v.safeInteger()), name: v.optional(v.string()) }),
};

test.each([
  ['{"count":', 'The body must be JSON. Bad Request error.'],
  ['null', 'The body must be an object. Bad Request error.'],
  ['{}', '`count` is missing. Bad Request error.'],
  ['{"count":"secret"}', '`count` must be a number. Bad Request error.'],
  ['{"count":1.5}', '`count` must be a whole number. Bad Request error.'],
])('the body %s is refused with a sentence that does not repeat it', (text, sentence) => {
  expect(parseBody(codec, text)).toEqual({
    ok: false,
    error: { status: 400, code: 'badRequest', text: sentence },
  });
});

test('a sentence of the schema’s own follows the name of the field', () => {
  expect(badField('address.city', 'Please enter the city.').text).toBe(
    '`address.city`: Please enter the city. Bad Request error.',
  );
});
