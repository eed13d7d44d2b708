import { hostileAddresses } from '@patchwork/host/hostile-data';
import { describe, expect, test } from 'vitest';
import { firstDraft } from '../../draft.ts';
import type { HeaderRow } from '../../request-body.ts';
import { headerProblem, readEndpoint, toWire, usedHeaders } from './request.ts';

const page = 'http://page.example/mockman';

test('an endpoint in a link is requested over http or https only, and another origin is recognized', () => {
  for (const [title, address] of hostileAddresses) {
    const target = readEndpoint(address, page);
    if (!target.ok) continue;
    expect(target.value.url.protocol, title).toMatch(/^https?:$/);
    expect(target.value.isOtherOrigin, title).toBe(true);
    expect(target.value.isApi, title).toBe(false);
  }
});

const row = (header: string, value = '', isUsed = true): HeaderRow => ({ isUsed, header, value });

describe('the headers that are sent', () => {
  test('are those of enabled rows only', () => {
    expect(usedHeaders([row('A', '1'), row('B', '2', false)])).toEqual({ A: '1' });
  });

  test('are the last ones of each name, whatever its case', () => {
    expect(usedHeaders([row('accept', '1'), row('X', '2'), row('Accept', '3')])).toEqual({
      X: '2',
      Accept: '3',
    });
  });

  test('leave out a row without a name', () => {
    expect(usedHeaders([row('', 'lost'), row('  ', 'lost')])).toEqual({});
  });

  test('may have any name, even that of a property of Object.prototype', () => {
    expect(Object.entries(usedHeaders([row('__proto__', '1')]))).toEqual([['__proto__', '1']]);
  });
});

test.each([
  ['X Y', 'A space'],
  ['X:Y', '“:”'],
  ['Größe', '“ö”'],
  ['😀', '“😀”'],
])('the name %s is refused because of %s', (name, culprit) => {
  expect(headerProblem(row(name))).toEqual({
    field: 'header',
    text: `${culprit} is not allowed in a header’s name.`,
  });
});

test.each([
  ['₹ 100', '“₹”'],
  ['a\nb', 'A line break'],
])('the value %j is refused because of %s', (value, culprit) => {
  expect(headerProblem(row('X', value))?.text).toBe(
    `${culprit} is not allowed in a header’s value.`,
  );
});

test.each([row('X Y', '', false), row('', '₹'), row(' X-Ok ', 'é\tü ~')])('%j is valid', (fine) => {
  expect(headerProblem(fine)).toBeUndefined();
});

function headersOf(header: string, value: string) {
  const headers = [{ isUsed: true, header, value }];
  return toWire({ ...firstDraft, headers }, new URL('http://localhost/')).headers;
}

test('without a row for Accept, the client’s own is sent', () => {
  expect(headersOf('X-Mine', '1')).toEqual({
    Accept: 'application/json, text/plain, */*',
    'X-Mine': '1',
  });
});

test('a row for Accept, in any case, replaces the client’s own', () => {
  expect(headersOf('accept', '*/*')).toEqual({ accept: '*/*' });
});
