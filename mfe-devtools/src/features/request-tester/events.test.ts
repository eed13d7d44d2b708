import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventReader } from './events.ts';

const readAll = (type: string, ...parts: readonly string[]) => {
  const reader = createEventReader(type);
  return [...parts.flatMap((part) => reader.read(part)), ...reader.end()];
};
const serverSent = (...parts: readonly string[]) => readAll('text/event-stream', ...parts);
const message = (data: string) => ({ name: '', data, id: '' });

describe('a server-sent event', () => {
  test('has a name, an id that stays, and lines of data', () => {
    const stream = 'event: order\nid: 7\ndata: a\ndata:b\ndata\n\ndata:  c\n\n';
    expect(serverSent(stream)).toEqual([
      { name: 'order', id: '7', data: 'a\nb\n' },
      { name: '', id: '7', data: ' c' },
    ]);
  });

  test('is none without data, and comments, unknown fields and retry are ignored', () => {
    expect(serverSent(': ping\n\nevent: x\n\nretry: 10\nfoo: bar\ndata: a:b\n\n')).toEqual([
      message('a:b'),
    ]);
  });

  test('is none before its blank line', () => {
    expect(serverSent('data: a\n\ndata: half\n')).toEqual([message('a')]);
  });

  test('ends its lines with CR, LF or both, and may arrive in any parts', () => {
    const stream = 'data: a\r\n\r\ndata: b\r\rdata: c\n\n';
    const whole = ['a', 'b', 'c'].map(message);
    expect(serverSent(stream)).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const parts = places.slice(1).map((end, index) => stream.slice(places[index], end));
        expect(serverSent(...parts)).toEqual(whole);
      }),
    );
  });
});

test('each line of JSON is an event, the last one too', () => {
  expect(readAll('application/x-ndjson', '{"n":1}\r\n\n{"n"', ':2}\n{"n":3}')).toEqual(
    ['{"n":1}', '{"n":2}', '{"n":3}'].map(message),
  );
});
