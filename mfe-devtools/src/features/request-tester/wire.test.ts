import { expect, test } from 'vitest';
import { firstDraft } from '../../draft.ts';
import { toWire } from './wire.ts';

function headersOf(header: string, value: string) {
  const headers = [{ isUsed: true, header, value }];
  return toWire({ ...firstDraft, headers }, new URL('http://localhost/')).headers;
}

test('without a row for it, the client’s Accept is sent', () => {
  expect(headersOf('X-Mine', '1')).toEqual({
    Accept: 'application/json, text/plain, */*',
    'X-Mine': '1',
  });
});

test('a row for it, in any case, replaces it', () => {
  expect(headersOf('accept', '*/*')).toEqual({ accept: '*/*' });
});
