import { describe, expect, test } from 'vitest';
import {
  fillRequest,
  parseRequestFile,
  type RequestFile,
  responseProblems,
  variablesOf,
} from './request-file.ts';
import { shapeOf, shapeProblems } from './shape.ts';

const expected = { status: 200 };

function read(file: object): RequestFile {
  const parsed = parseRequestFile(JSON.stringify(file));
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return parsed.value;
}

describe('a file', () => {
  test('needs an address and a status; its method is GET and it has no headers', () => {
    expect(read({ address: '/api/products', expect: expected })).toEqual({
      ...{ method: 'GET', address: '/api/products', headers: {}, expect: expected },
    });
  });

  test.each<[object, string]>([
    [{ expect: expected }, 'address is missing: write a path of the shop'],
    [{ address: 'api', expect: expected }, 'address is wrong: write a path of the shop'],
    [{ address: '//evil.example', expect: expected }, 'address is wrong'],
    [{ address: '/a/{{product-id}}', expect: expected }, 'address is wrong: write a variable'],
    [{ address: '/a' }, 'expect is missing: write what the response must be'],
    [{ address: '/a', expect: {} }, 'expect.status is missing: write the expected status'],
    [
      { address: '/a', expect: { status: 99 } },
      'expect.status is wrong: write the expected status, from',
    ],
    [{ address: '/a', expect: expected, script: 'x' }, 'script is not known: leave it out'],
    [{ address: '/a', method: 'get', expect: expected }, 'method is wrong: write GET, POST'],
    [{ address: '/a', headers: { 'a b': 'c' }, expect: expected }, 'headers.a b is wrong'],
    [{ address: '/a', headers: { a: 1 }, expect: expected }, 'headers.a is wrong: write a text'],
    [{ address: '/a', headers: { a: 'b\nc' }, expect: expected }, 'headers.a is wrong: leave out'],
    [{ address: '/a', body: {}, expect: expected }, 'body is wrong: a GET has none'],
    [
      { address: '/a', expect: { status: 200, shape: { type: 'text' } } },
      'expect.shape.type is wrong: write object, array',
    ],
    [
      { address: '/a', expect: { status: 200, shape: { properties: { a: { oneOf: [] } } } } },
      'expect.shape.properties.a.oneOf is not known: leave it out',
    ],
    [
      {
        address: '/a',
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: {},
        expect: expected,
      },
      'body is wrong: write a text',
    ],
    [[], 'write an object'],
  ])('such as %j is refused with its field and what to do', (file, sentence) => {
    const parsed = parseRequestFile(JSON.stringify(file));
    expect(parsed.ok ? [] : parsed.error).toEqual([expect.stringContaining(sentence)]);
  });

  test('that is not JSON is refused', () => {
    expect(parseRequestFile('{')).toMatchObject({
      error: [expect.stringMatching(/^it is not JSON \(.+\): correct it$/)],
    });
  });
});

describe('variables', () => {
  const file = read({
    ...{ method: 'POST', address: '/api/products/{{id}}?q={{q}}', expect: expected },
    headers: { authorization: 'Bearer {{token}}' },
    body: { name: '{{name}} of {{id}}', list: ['{{name}}', 1] },
  });

  test('are listed once each', () => {
    expect(variablesOf(file)).toEqual(['id', 'q', 'token', 'name']);
  });

  test('are filled in, encoded in the address and in JSON', () => {
    const values = { id: 'a/b', q: 'x & y', token: 't', name: '"{{q}}"' };
    expect(fillRequest(file, values)).toMatchObject({
      value: {
        address: '/api/products/a%2Fb?q=x%20%26%20y',
        headers: { authorization: 'Bearer t', 'Content-Type': 'application/json' },
        body: '{"name":"\\"{{q}}\\" of a/b","list":["\\"{{q}}\\"",1]}',
      },
    });
  });

  test('of a form are percent-encoded', () => {
    const form = read({
      ...{ method: 'POST', address: '/a', body: 'name={{name}}', expect: expected },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(fillRequest(form, { name: 'a&b=c' })).toMatchObject({
      value: { body: 'name=a%26b%3Dc' },
    });
  });

  test('without a value are named', () => {
    expect(fillRequest(file, { id: '1', name: '' })).toEqual({ ok: false, error: ['q', 'token'] });
  });
});

describe('a response', () => {
  const product = {
    type: 'object',
    properties: { price: { type: 'number' } },
    required: ['price'],
  };
  const { expect: wanted } = read({
    ...{ address: '/a' },
    expect: { status: 200, shape: { type: 'array', items: product, minItems: 1 } },
  });
  const problems = (status: number, body: string) => responseProblems(wanted, { status, body });

  test('of the expected status and shape passes', () => {
    expect(problems(200, '[{"price":1.5,"more":true},{"price":2}]')).toEqual([]);
  });

  test.each([
    [404, '[{"price":1}]', ['the status is 404, not 200']],
    [200, 'no', ['the body is not JSON']],
    [200, '{}', ['the body is of the type object, not array']],
    [200, '[]', ['the body has 0 entries, not 1 or more']],
    [
      ...([200, '[{},{"price":"secret"}]'] as const),
      ['[0].price is missing', '[1].price is of the type string, not number'],
    ],
  ])('of the status %i with the body %s fails', (status, body, sentences) => {
    expect(problems(status, body)).toEqual(sentences);
  });
});

test('the shape of a response accepts it, and refuses another', () => {
  const body = {
    list: [
      { id: 1, size: 'M' },
      { id: 1.5, note: null },
      { id: 2, size: null },
    ],
    none: [],
  };
  const shape = shapeOf(body);
  expect(shapeProblems(body, shape)).toEqual([]);
  expect(shape.properties?.list).toEqual({
    type: 'array',
    items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
  });
  expect(shapeProblems({ list: [{}] }, shape)).toEqual([
    'none is missing',
    'list[0].id is missing',
  ]);
});
