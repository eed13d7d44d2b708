// @vitest-environment happy-dom

import { createOpenApi } from '@patchwork/api/openapi';
import { oddTexts, scriptInjections } from '@patchwork/host/hostile-data';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { importRequests } from './import-requests.ts';
import cases from './real-life.json' with { type: 'json' };
import { errorOf, read } from './testing.ts';

interface Expected {
  readonly method?: string;
  readonly url?: string;
  readonly request?: string;
  readonly requests?: readonly string[];
  readonly found?: number;
  readonly leftOut?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly named?: readonly string[];
}

/** Checks an import against what a person expects of it. */
function check(text: string, expected: Expected | readonly Expected[]): void {
  const all: readonly Expected[] = [expected].flat();
  const { requests, leftOut, notes } = read(text);
  const names = requests.map(({ draft }) => `${draft.method} ${draft.endpoint}`);
  const wanted = all.flatMap(({ method, url, request, requests: list = [] }) => {
    const one = url === undefined ? request : `${method} ${url}`;
    return one === undefined ? list : [one];
  });
  expect(names).toEqual(wanted);
  const [{ found = names.length, leftOut: left, body, headers = {}, named = [] } = {}] = all;
  expect(requests).toHaveLength(found);
  if (left !== undefined) expect(leftOut).toBe(left);
  if (body !== undefined) expect(requests[0]?.draft.body).toBe(body);
  const sent = requests[0]?.draft.headers.map(({ header, value }) => [header, value]) ?? [];
  expect(Object.fromEntries(sent)).toMatchObject(headers);
  const said = [...notes, ...requests.flatMap((request) => request.notes)].join('\n');
  for (const name of named) expect(said).toContain(name);
}

describe('what people paste', () => {
  test.each(cases.curl)('is the request of $input', ({ input, expect: expected }) => {
    check(input, expected);
  });

  test.each(cases.openapi)(
    'is the requests of the document $input',
    ({ input, expect: expected }) => {
      check(JSON.stringify(input), expected);
      check(stringify(input), expected);
    },
  );

  test.each(cases.har)(
    'is the request of the recorded $entry.request',
    ({ entry, expect: expected }) => {
      check(JSON.stringify({ log: { entries: [entry] } }), expected);
    },
  );
});

describe('the shop’s own document', () => {
  const document = createOpenApi(location.origin);

  test.each([
    ['JSON', JSON.stringify(document)],
    ['YAML', stringify(document)],
  ])('has an example of each call, as %s', (_, text) => {
    const { requests, leftOut, notes } = read(text);
    const drafts = requests.map(({ draft }) => draft);
    expect([leftOut, notes]).toEqual([0, []]);
    expect(drafts).toHaveLength(Object.values(document.paths).flatMap(Object.keys).length);
    expect(drafts).toContainEqual({
      method: 'DELETE',
      endpoint: '/api/user/cart/indigo-selvedge-overshirt',
      headers: [],
      body: '',
    });
    const login = drafts.find(({ endpoint }) => endpoint === '/api/auth/login');
    expect(JSON.parse(login?.body ?? '')).toMatchObject({ email: 'asha@patchwork.example' });
  });
});

test.each([
  [
    '{"openapi":"3.0.0",\n "paths":{,}}',
    'This JSON can’t be read: line 2, column 11: expected a name in double quotes or “}”.',
  ],
  ['{"log":', 'This JSON can’t be read: line 1, column 8: the text ends before a value.'],
  [
    'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n   x: 1',
    /^This YAML can’t be read: line 5, column 1: /,
  ],
  [
    'openapi: 3.1.0\npaths: *none',
    'This YAML can’t be read: line 2, column 8: no anchor before this alias has its name.',
  ],
  [
    '{"swagger":"2.0"}',
    'Only OpenAPI 3 can be read, and this is Swagger 2.0. Convert it first, for example with swagger2openapi.',
  ],
  ['openapi: 4.0.0\npaths: {}', 'Only OpenAPI 3 can be read, and this is version 4.0.0.'],
  ['openapi: 3.1.0\npaths: {}', 'It holds no request.'],
  ['{"log":7}', 'This HAR file is not valid: log.entries is no list.'],
  ['{"log":{"entries":[]}}', 'It holds no request.'],
  [
    'wget https://a.example',
    'This is no cURL command. In the browser’s network panel, choose “Copy as cURL”.',
  ],
  [
    'await fetch("https://a.example")',
    'This is no cURL command. In the browser’s network panel, choose “Copy as cURL”.',
  ],
])('%j is refused with the place or the way out', (text, message) => {
  expect(errorOf(text)).toMatch(message);
});

test('any other text is refused', () => {
  const others = [...scriptInjections, ...oddTexts].map(([, text]) => text);
  for (const text of ['', 'null', '[]', 'a curly tail', ...others]) {
    expect(errorOf(text), text).toBe(
      'This is neither a cURL command, nor a HAR file, nor an OpenAPI document.',
    );
  }
});

test.each([
  ['curl -d "', 'A quote of this command is not closed.'],
  ["curl -d $'", 'A quote of this command is not closed.'],
  ['{"a":"', 'This JSON can’t be read: line 1, column 6: expected a value.'],
])('a long text after %j is refused at once', (start, message) => {
  expect(errorOf(`${start}${'C:\\\\x y '.repeat(5_000)}`)).toBe(message);
});

test('the progress is told for each request', () => {
  const entries = ['a', 'b'].map((name) => ({
    request: { method: 'GET', url: `https://${name}.example` },
  }));
  const told: [number, number][] = [];
  importRequests(JSON.stringify({ log: { entries } }), location.href, (...part) => told.push(part));
  expect(told).toEqual([
    [0, 2],
    [1, 2],
  ]);
});
