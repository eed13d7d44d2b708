import { describe, expect, test } from 'vitest';
import { readContent } from './content.ts';

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

  test.each([
    ['windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
    ['Shift_JIS', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 'テスト'],
    ['"iso-8859-1"', [0x63, 0x61, 0x66, 0xe9], 'café'],
    ['gb18030', [0xc4, 0xe3, 0xba, 0xc3], '你好'],
    ['utf-16le', [0x68, 0, 0x69, 0], 'hi'],
  ])('decoded as its header says: %s', (charset, bytes, text) => {
    const content = readContent(Uint8Array.from(bytes), `text/plain; charset=${charset}`);
    expect(content).toMatchObject({ kind: 'text', text });
    expect(content.note).toBeUndefined();
  });

  test('JSON in the charset of its header', () => {
    const bytes = Uint8Array.from([0x22, 0xe9, 0x22]);
    expect(readContent(bytes, 'application/json;charset=latin1')).toMatchObject({
      kind: 'json',
      value: 'é',
    });
  });

  test('decoded by its byte order mark, which counts more than the header', () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 0x68, 0, 0x69, 0]);
    expect(readContent(bytes, 'text/plain; charset=utf-8')).toMatchObject({ text: 'hi' });
  });

  test('read as UTF-8 with a note, if no browser knows its charset', () => {
    expect(readContent(utf8('é'), 'text/plain; charset=klingon')).toMatchObject({
      text: 'é',
      note: 'Its header names the charset klingon, which browsers don’t know. It is read as UTF-8.',
    });
  });

  test('text with a note, if it is declared as text and has other bytes', () => {
    const bytes = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
    expect(readContent(bytes, 'text/html')).toMatchObject({
      text: 'caf�',
      note: 'Not all of its bytes are UTF-8: those that aren’t show as �.',
    });
    expect(readContent(utf8('�'), 'text/html').note).toBeUndefined();
  });

  test.each([
    ['image/jpeg; charset=utf-8', [0xff, 0xd8, 0xff, 0, 1]],
    ['application/octet-stream; charset=binary', [0x1f, 0x8b, 8, 3]],
    ['application/zip', [0x50, 0x4b, 3, 4]],
  ])('binary, although %s', (type, bytes) => {
    expect(readContent(Uint8Array.from(bytes), type).kind).toBe('binary');
  });

  test('read without its byte order mark', () => {
    expect(readContent(utf8('\ufeff[]'))).toMatchObject({ kind: 'json', value: [] });
  });
});
