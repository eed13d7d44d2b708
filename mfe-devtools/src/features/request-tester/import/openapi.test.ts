// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest';
import { draftsOf, namesOf, read, readFirst, row } from './testing.ts';

const document = (paths: object, rest: object = {}) =>
  JSON.stringify({ openapi: '3.0.3', servers: [{ url: 'https://a.example/v1/' }], paths, ...rest });

/** Document with one operation. */
const post = (operation: object, rest: object = {}) =>
  document({ '/a': { post: operation } }, rest);

const body = (content: object, rest: object = {}) =>
  readFirst(post({ requestBody: { content } }, rest));

const all = { a: 1, b: 'x y' };

describe('a parameter', () => {
  const list = ['3', 'a/b'];
  const item = { k: 'v', n: 1 };

  test.each<[part: object, value: unknown, url: string]>([
    [{ in: 'path' }, list, 'https://a.example/v1/3,a%2Fb'],
    [{ in: 'path', explode: true }, item, 'https://a.example/v1/k=v,n=1'],
    [{ in: 'path' }, item, 'https://a.example/v1/k,v,n,1'],
    [{ in: 'path', style: 'label' }, list, 'https://a.example/v1/.3,a%2Fb'],
    [{ in: 'path', style: 'label', explode: true }, list, 'https://a.example/v1/.3.a%2Fb'],
    [{ in: 'path', style: 'matrix' }, list, 'https://a.example/v1/;p=3,a%2Fb'],
    [{ in: 'path', style: 'matrix', explode: true }, list, 'https://a.example/v1/;p=3;p=a%2Fb'],
    [{ in: 'path', style: 'matrix', explode: true }, item, 'https://a.example/v1/;k=v;n=1'],
    [{ in: 'query' }, 'a b', 'https://a.example/v1/{p}?p=a%20b'],
    [{ in: 'query' }, list, 'https://a.example/v1/{p}?p=3&p=a%2Fb'],
    [{ in: 'query', explode: false }, list, 'https://a.example/v1/{p}?p=3,a%2Fb'],
    [{ in: 'query' }, item, 'https://a.example/v1/{p}?k=v&n=1'],
    [{ in: 'query', explode: false }, item, 'https://a.example/v1/{p}?p=k,v,n,1'],
    [{ in: 'query', style: 'spaceDelimited' }, list, 'https://a.example/v1/{p}?p=3%20a%2Fb'],
    [{ in: 'query', style: 'pipeDelimited' }, list, 'https://a.example/v1/{p}?p=3%7Ca%2Fb'],
    [
      { in: 'query', style: 'deepObject' },
      { a: { b: 1 }, c: [1, 2] },
      'https://a.example/v1/{p}?p%5Ba%5D%5Bb%5D=1&p%5Bc%5D=1&p%5Bc%5D=2',
    ],
    [{ in: 'query', allowReserved: true }, 'a/b?c#d', 'https://a.example/v1/{p}?p=a/b?c%23d'],
    [
      { in: 'query', content: { 'application/json': {} } },
      { a: [1] },
      'https://a.example/v1/{p}?p=%7B%22a%22%3A%5B1%5D%7D',
    ],
    [{ in: 'querystring' }, item, 'https://a.example/v1/{p}?k=v&n=1'],
  ])('%j with the value %j is written as %s', (part, example, url) => {
    const parameters = [{ name: 'p', example, ...part }];
    expect(draftsOf(document({ '/{p}': { get: { parameters } } }))[0]?.endpoint).toBe(url);
  });

  test.each([
    [{ examples: { one: { value: 'e' } } }, 'p=e'],
    [{ examples: { one: { $ref: '#/components/examples/E' } } }, 'p=x'],
    [{ examples: { one: { dataValue: 'd' } } }, 'p=d'],
    [{ examples: { one: { serializedValue: 'p=s%20s' } } }, 'p=s%20s'],
    [{ content: { 'text/plain': { example: 'c' } } }, 'p=c'],
    [{ required: true, schema: { type: 'integer', minimum: 3 } }, 'p=3'],
    [
      { required: true, content: { 'application/json': { schema: { type: 'array' } } } },
      'p=%5B%5D',
    ],
    [{ schema: { type: 'integer' } }, undefined],
  ])('with %j is sent as %j', (part, query) => {
    const components = { examples: { E: { value: 'x' } } };
    const text = document(
      { '/a': { get: { parameters: [{ name: 'p', in: 'query', ...part }] } } },
      { components },
    );
    expect(draftsOf(text)[0]?.endpoint.split('?')[1]).toBe(query);
  });

  test('of a header is sent, and one of a cookie is named', () => {
    const parameters = [
      { name: 'X-List', in: 'header', required: true, example: [1, 2] },
      { name: 'Accept', in: 'header', required: true, example: 'text/csv' },
      { name: 'sid', in: 'cookie', required: true, example: 's' },
    ];
    const { draft, notes } = readFirst(document({ '/a': { get: { parameters } } }));
    expect(draft.headers).toEqual([row('X-List', '1,2')]);
    expect(notes).toEqual(['sid: the browser sends its own cookies']);
  });

  test('whose example is a variable of another tool is named', () => {
    const parameters = [{ name: 'a', in: 'path', required: true, example: '{{ID}}' }];
    const { notes } = readFirst(document({ '/{a}': { get: { parameters } } }));
    expect(notes).toEqual(['{a} has only a variable; fill it in']);
  });

  test('that a path has and nobody describes stays, and is named', () => {
    const { draft, notes } = readFirst(document({ '/{a}/x': { get: {} } }));
    expect([draft.endpoint, notes]).toEqual([
      'https://a.example/v1/{a}/x',
      ['{a} is not described; fill it in'],
    ]);
  });
});

describe('a body', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer', example: 1 }, b: { example: 'x y' } },
  };

  test.each<[content: object, text: string, type: string | undefined]>([
    [{ 'application/json': { schema } }, '{"a":1,"b":"x y"}', undefined],
    [{ 'application/vnd.a+json': { schema } }, '{"a":1,"b":"x y"}', 'application/vnd.a+json'],
    [{ 'application/json; v=1': { example: all } }, '{"a":1,"b":"x y"}', 'application/json; v=1'],
    [{ '*/*': { example: all } }, '{"a":1,"b":"x y"}', undefined],
    [{ 'text/xml': {}, 'application/json': { example: all } }, '{"a":1,"b":"x y"}', undefined],
    [{ 'application/json': { example: '{"a":1.00}' } }, '{"a":1.00}', undefined],
    [{ 'application/json': { schema: { type: 'string' }, example: 'x' } }, '"x"', undefined],
    [
      { 'application/json': { examples: { one: { serializedValue: '{"a": 1}' } } } },
      '{"a": 1}',
      'application/json',
    ],
    [
      { 'application/x-www-form-urlencoded': { schema } },
      'a=1&b=x+y',
      'application/x-www-form-urlencoded',
    ],
    [
      {
        'application/x-www-form-urlencoded': {
          example: { a: [1, 2], o: { k: 'v' } },
          encoding: { o: { style: 'deepObject', explode: true } },
        },
      },
      'a=1&a=2&o%5Bk%5D=v',
      'application/x-www-form-urlencoded',
    ],
    [{ 'text/plain': { schema: { type: 'string' } } }, 'string', 'text/plain'],
    [{ 'application/xml': { example: '<a/>' } }, '<a/>', 'application/xml'],
    [
      { 'multipart/form-data': { example: { a: { k: 1 }, b: 'x' } } },
      '--form-boundary\nContent-Disposition: form-data; name="a"\nContent-Type: application/json\n\n{"k":1}\n--form-boundary\nContent-Disposition: form-data; name="b"\n\nx\n--form-boundary--\n',
      'multipart/form-data; boundary=form-boundary',
    ],
  ])('%j is an example of its own type', (content, text, type) => {
    const { draft, notes } = body(content);
    expect([draft.body, draft.headers[0]?.value, notes]).toEqual([text, type, []]);
  });

  test('with a file is sent without it, and it is named', () => {
    const properties = { f: { type: 'string', format: 'binary' }, a: { type: 'string' } };
    const { draft, notes } = body({ 'multipart/form-data': { schema: { properties } } });
    expect(draft.body).not.toContain('name="f"');
    expect(notes).toEqual(['the file f can’t be sent from here, and is left out']);
  });

  test.each<[operation: object]>([
    [{ requestBody: { content: { 'application/octet-stream': {} } } }],
    [{ requestBody: { content: { 'application/xml': { schema } } } }],
    [{ requestBody: { content: { 'application/json': {} } } }],
    [{ requestBody: {} }],
    [{ requestBody: { content: null } }],
    [{ requestBody: { $ref: '#/components/requestBodies/None' } }],
    [{ requestBody: { content: { 'application/json': { schema: { $ref: './item.yml' } } } } }],
  ])('that the document can’t tell is left out and counted: %j', (operation) => {
    const { requests, notes } = read(document({ '/a': { post: operation, get: {} } }));
    expect(requests.map(({ draft }) => draft.body)).toEqual(['', '']);
    expect(notes).toContain('1 without a body: POST /a.');
  });

  test('of a schema with circular references ends', () => {
    const Thread = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Thread' } },
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thread' } } };
    expect(body(content, { components: { schemas: { Thread } } }).draft.body).toBe('{}');
  });

  test('has no read-only properties, and a long one has lines', () => {
    const properties = {
      id: { readOnly: true },
      ...Object.fromEntries([...'abcdef'].map((name) => [name, { type: 'string' }])),
    };
    const { draft } = body({ 'application/json': { schema: { properties } } });
    expect(draft.body.split('\n')).toHaveLength(8);
    expect(JSON.parse(draft.body)).not.toHaveProperty('id');
  });
});

test.each<[what: string, servers: object, rest: object, endpoint: string]>([
  ['of the operation', [{ url: 'https://o.example' }], {}, 'https://o.example/a'],
  [
    'without a default takes the first value',
    [{ url: 'https://{r}.example', variables: { r: { enum: ['eu'] } } }],
    {},
    'https://eu.example/a',
  ],
  [
    'without a scheme gets one',
    [{ url: 'api.example.com/v2' }],
    {},
    'https://api.example.com/v2/a',
  ],
  [
    'without a scheme, but with its slashes, gets one',
    [{ url: '//api.example/v2' }],
    {},
    'https://api.example/v2/a',
  ],
  ['that is a path is one of this shop', [{ url: '/v2' }], {}, '/v2/a'],
])('a server %s', (_, servers, rest, endpoint) => {
  expect(draftsOf(document({ '/a': { get: { servers } } }, rest))[0]?.endpoint).toBe(endpoint);
});

test('a document without a server says that its requests go to this shop', () => {
  expect(read(document({ '/a': { get: {} } }, { servers: undefined })).notes).toEqual([
    'It names no server, so that its requests go to this shop.',
  ]);
});

test('a server whose variable has no value is named', () => {
  const servers = [{ url: 'https://{region}.example' }];
  const { requests, notes } = read(document({ '/a': { get: {} } }, { servers }));
  const said = [...notes, ...requests.flatMap((request) => request.notes)].join();
  expect(said).toMatch(/\{region\}/);
});

test('methods that the tester lacks are left out and counted, also those of OpenAPI 3.2', () => {
  const item = {
    query: {},
    head: {},
    additionalOperations: { COPY: {}, LINK: {} },
    get: {},
    'x-a': {},
    summary: 'x',
  };
  const { requests, leftOut, notes } = read(
    document({ '/a': item, 'x-paths': { get: {} } }, { openapi: '3.2.0' }),
  );
  expect([requests.length, leftOut]).toEqual([1, 4]);
  expect(notes).toContain('1 left out: The tester has no method QUERY. (QUERY /a)');
});

test('bad operations leave the others', () => {
  const bad = {
    get: null,
    put: 'x',
    post: { parameters: { a: 1 } },
    delete: { parameters: [null, 7, { in: 'query' }] },
  };
  const text = document({ '/bad': bad, '/null': null, '/text': 'x', '/ok': { get: {} } });
  expect(namesOf(text)).toContain('GET https://a.example/v1/ok');
  expect(namesOf(text)).toContain('POST https://a.example/v1/bad');
});

test('parts that are not in the document are named once, with their number', () => {
  const parameters = [{ $ref: './common.yml#/P' }, { $ref: '#/components/parameters/None' }];
  const paths = { '/a': { parameters, get: {}, put: {} }, '/b': { $ref: 'b.yml' } };
  expect(read(document(paths)).notes).toEqual([
    'b.yml is another file, which isn’t read.',
    './common.yml#/P is another file, which isn’t read (2 times).',
    '#/components/parameters/None names nothing in the document (2 times).',
  ]);
});

test.each([
  ['JSON', (text: string) => text],
  ['YAML', (text: string) => text.replace(/^/, '---\n')],
])('integers of any length stay as they are, in %s', (_, written) => {
  const content = { 'application/json': { example: { id: 'ID', list: ['ID'] } } };
  const parameters = [{ name: 'q', in: 'query', example: 'ID' }];
  const text = post({ parameters, requestBody: { content } }).replaceAll(
    '"ID"',
    '4634343214213523454',
  );
  const { draft } = readFirst(written(text));
  expect(draft.endpoint).toBe('https://a.example/v1/a?q=4634343214213523454');
  expect(draft.body).toBe('{"id":4634343214213523454,"list":[4634343214213523454]}');
});

test('webhooks beside paths are named', () => {
  expect(read(document({ '/a': { get: {} } }, { webhooks: { paid: {} } })).notes).toEqual([
    'Its webhooks are left out: its server sends them (paid).',
  ]);
});

test('a version as a number, merge keys and a second document of YAML are read', () => {
  const text = `openapi: 3.1
x-common: &common
  parameters:
    - { name: lang, in: query, required: true, example: en }
servers: [{ url: https://a.example }]
paths:
  /a:
    get:
      <<: *common
---
other: 1
`;
  expect(namesOf(text)).toEqual(['GET https://a.example/a?lang=en']);
});

test.each([
  [
    'JSON',
    '{"openapi":"3.0.3","servers":[{"url":"https://a.example"}],\n"paths":{"/a":{"get":{}},\n"/a":{"put":{}}}}',
    '"/a" (line 3, column 1) is there twice; the last one counts',
  ],
  [
    'YAML',
    'openapi: 3.0.3\nservers: [{url: "https://a.example"}]\npaths:\n  /a: {get: {}}\n  /a: {put: {}}',
    '/a (line 5, column 3) is there twice; the last one counts',
  ],
])('a key that is there twice is named with its place, in %s', (_, text, note) => {
  const { requests, notes } = read(text);
  expect([requests.length, notes]).toEqual([1, [note]]);
});
