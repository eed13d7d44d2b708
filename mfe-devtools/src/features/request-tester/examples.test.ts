import { type Endpoint, endpointNames, endpoints } from '@patchwork/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { exampleBody, examplePath, suggested } from './examples.ts';

test.each(endpointNames)('the example body of %s is what its schema asks for', (name) => {
  const { body }: Endpoint = endpoints[name];
  const example: unknown = JSON.parse(exampleBody(name));
  if (body) expect(v.safeParse(body.schema, example).issues).toBeUndefined();
  else expect(example).toEqual({});
});

test.each(endpointNames)('the example path of %s has its ids filled in', (name) => {
  expect(examplePath(name)).not.toContain(':');
});

test('a suggested path means the endpoint with the chosen method, or the first one', () => {
  expect(suggested('/api/user/cart', 'POST')).toBe('addToCart');
  expect(suggested('/api/auth/login', 'GET')).toBe('login');
  expect(suggested('/api/nowhere', 'GET')).toBeUndefined();
});
