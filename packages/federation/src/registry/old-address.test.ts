import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newPathOf } from './old-address.ts';
import { remoteJsonSchema } from './piece-json.ts';

const route = (path: string, from: string[]) => ({
  page: 'product',
  path,
  access: 'open',
  module: './Product',
  from,
});

test.each([
  ['/items/linen-shirt', '/p/linen-shirt'],
  ['/shop/tops/linen shirt', '/p/linen%20shirt'],
  ['/p/linen-shirt', undefined],
  ['/items', undefined],
])('the old address %s leads to %s', (old, path) => {
  const remotes = [{ routes: [route('/p/:id', ['/items/:id', '/shop/:kind/:id'])] }];
  expect(newPathOf(remotes, old)).toBe(path);
});

test.each([
  [['/items'], 'routes.0: from: /items has not :id, which /p/:id needs'],
  [['/P/:id'], 'routes.0: from: /P/:id is the path that the page has now'],
  [['items/:id'], 'routes.0.from.0: a route is written "/segment/:param"'],
])('the old addresses %j are refused', (from, problem) => {
  const declared = {
    id: 'mfe-shop',
    team: 'Shop',
    developmentPort: 3001,
    routes: [route('/p/:id', from)],
  };
  const parsed = v.safeParse(remoteJsonSchema, declared);
  const [issue] = parsed.issues ?? [];
  expect(issue && `${v.getDotPath(issue)}: ${issue.message}`).toBe(problem);
});
