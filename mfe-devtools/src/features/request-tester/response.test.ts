import { describe, expect, test } from 'vitest';
import { readContent } from './response.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a body is', () => {
  test('JSON, whatever its declared type', () => {
    expect(readContent(utf8('{"a":1}'), 'text/plain')).toMatchObject({
      kind: 'json',
      value: { a: 1 },
      size: 7,
    });
  });

  test('text, if it is declared as JSON and is not', () => {
    const html = '<!doctype html>';
    expect(readContent(utf8(html), 'application/json')).toMatchObject({ kind: 'text', text: html });
  });

  test('empty', () => {
    expect(readContent(utf8(''), 'text/html')).toMatchObject({ kind: 'empty', size: 0 });
  });

  test('binary, if it is not text', () => {
    const bytes = Uint8Array.from([0xff, 0xd8, 0xff]);
    expect(readContent(bytes, 'image/jpeg')).toMatchObject({ kind: 'binary', type: 'image/jpeg' });
    expect(readContent(utf8('a\0b'))).toMatchObject({ kind: 'binary', type: '' });
  });

  test('read without its byte order mark', () => {
    expect(readContent(utf8('\ufeff[]'))).toMatchObject({ kind: 'json', value: [] });
  });
});
