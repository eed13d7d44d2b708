// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { draftsOf, read, readFirst, row } from './testing.ts';

const har = (...requests: unknown[]) =>
  JSON.stringify({ log: { entries: requests.map((request) => ({ request })) } });

const post = (postData: unknown, rest: object = {}) =>
  readFirst(har({ method: 'POST', url: 'https://a.example/f', postData, ...rest }));

test('a recording yields its requests with their headers and bodies', () => {
  const headers = [
    { name: ':authority', value: 'a.example' },
    { name: 'content-type', value: 'application/json' },
    { name: 'x-mine', value: '1' },
  ];
  const url = 'https://a.example/items';
  const postData = { mimeType: 'application/json', text: '{"n":4634343214213523454}' };
  expect(draftsOf(har({ method: 'PUT', url, headers, postData }, { method: 'GET', url }))).toEqual([
    {
      method: 'PUT',
      endpoint: url,
      headers: [row('content-type', 'application/json'), row('x-mine', '1')],
      body: '{"n":4634343214213523454}',
    },
    { method: 'GET', endpoint: url, headers: [], body: '' },
  ]);
});

test.each([
  [null],
  [{}],
  [{ text: null, params: null, mimeType: null }],
  [{ text: '', params: [] }],
])('a body that is %j is none', (postData) => {
  expect(post(postData, { headers: null, queryString: null, cookies: null }).draft).toMatchObject({
    body: '',
    headers: [],
  });
});

const params = [
  { name: 'q', value: 'x y' },
  { name: 'n', value: null },
];

test.each<[postData: object, body: string, type: string | undefined]>([
  [
    { mimeType: 'application/x-www-form-urlencoded', text: 'a=1', params },
    'a=1',
    'application/x-www-form-urlencoded',
  ],
  [{ params }, 'q=x+y&n=', 'application/x-www-form-urlencoded'],
  [{ mimeType: 'text/csv', text: 'a,b' }, 'a,b', 'text/csv'],
  [{ text: 'a,b' }, 'a,b', 'text/plain;charset=UTF-8'],
  [{ mimeType: 'application/json', text: '[1]' }, '[1]', undefined],
  [{ mimeType: 'text/plain', encoding: 'base64', text: 'Y2Fmw6k=' }, 'café', 'text/plain'],
  [
    {
      mimeType: 'multipart/form-data; boundary=x',
      params: [
        { name: 'a', value: '1' },
        { name: 'b', value: '{}', contentType: 'application/json', fileName: 'b.json' },
      ],
    },
    '--form-boundary\nContent-Disposition: form-data; name="a"\n\n1\n--form-boundary\nContent-Disposition: form-data; name="b"; filename="b.json"\nContent-Type: application/json\n\n{}\n--form-boundary--\n',
    'multipart/form-data; boundary=form-boundary',
  ],
])('the body %j is read', (postData, body, type) => {
  const { draft } = post(postData);
  expect([draft.body, draft.headers[0]?.value]).toEqual([body, type]);
});

test('a header’s boundary gives way to that of the form that was made', () => {
  const headers = [{ name: 'Content-Type', value: 'multipart/form-data; boundary=old' }];
  const { draft } = post(
    { mimeType: 'multipart/form-data', params: [{ name: 'a', value: '1' }] },
    { headers },
  );
  expect(draft.headers).toEqual([
    row('Content-Type', 'multipart/form-data; boundary=form-boundary'),
  ]);
});

test.each([
  [{ mimeType: 'image/png', encoding: 'base64', text: '/w==' }, 'its body is binary, and left out'],
  [
    { mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'x.png' }] },
    'the file x.png isn’t in the recording, and is left out',
  ],
])('of the body %j, it is named what is missing', (postData, note) => {
  expect(post(postData).notes).toContain(note);
});

test('a recording that is a call of a function is read', () => {
  const text = har({ method: 'GET', url: 'https://a.example' });
  expect(draftsOf(`onInputData(${text});\n`)).toHaveLength(1);
});

test('headers that the browser sets itself are named once for all requests', () => {
  const headers = ['Cookie', 'Host', 'cookie', ':path', 'X-Mine'].map((name) => ({
    name,
    value: 'x',
  }));
  const request = { method: 'GET', url: 'https://a.example', headers };
  const { requests, notes } = read(har(request, request));
  expect(requests.flatMap((found) => found.notes)).toEqual([]);
  expect(requests[0]?.draft.headers).toEqual([row('X-Mine', 'x')]);
  expect(notes).toEqual(['Headers that the browser sets itself are left out: cookie, host.']);
});

test('the list of a query counts if the address has none', () => {
  const queryString = [{ name: 'q', value: 'x y' }];
  const urls = ['https://a.example/', 'https://a.example/?q=1'];
  const found = draftsOf(har(...urls.map((url) => ({ method: 'GET', url, queryString }))));
  expect(found.map(({ endpoint }) => endpoint)).toEqual([
    'https://a.example/?q=x+y',
    'https://a.example/?q=1',
  ]);
});

test('requests that can’t be sent are left out and counted, with the reasons', () => {
  const urls = [
    'data:text/plain,x',
    'blob:https://a.example/1',
    'wss://a.example',
    'ws://a.example',
    'chrome-extension://x/y',
    'about:blank',
    'https://',
  ];
  const requests = [
    ...urls.map((url) => ({ method: 'GET', url })),
    { method: 'OPTIONS', url: 'https://a.example' },
    { method: 'CONNECT', url: 'a.example:443' },
    { method: 'GET' },
    null,
    { method: 'GET', url: 'https://a.example' },
  ];
  const { requests: found, leftOut, notes } = read(har(...requests));
  expect([found.length, leftOut]).toEqual([1, 11]);
  expect(notes).toContain(
    '1 left out: The tester sends to http: and https: only, not to blob: (GET blob:https://a.example/1)',
  );
  expect(notes).toContain('2 left out: It has no method or no address. (GET, entry 11)');
});
