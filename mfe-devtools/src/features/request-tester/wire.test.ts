import { expect, test } from 'vitest';
import { sentHeaders } from './wire.ts';

const request = { method: 'GET', url: 'http://localhost/' } as const;

test('without a row for it, the client’s Accept is sent', () => {
  expect(sentHeaders({ ...request, headers: { 'X-Mine': '1' } })).toEqual({
    Accept: 'application/json, text/plain, */*',
    'X-Mine': '1',
  });
});

test('a row for it, in any case, replaces it', () => {
  expect(sentHeaders({ ...request, headers: { accept: '*/*' } })).toEqual({ accept: '*/*' });
});
