// @vitest-environment happy-dom

import { createOpenApi } from '@patchwork/api/openapi';
import { oddTexts, scriptInjections } from '@patchwork/host/hostile-data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Draft } from '../../draft.ts';
import { asCurl } from '../../request-code.ts';
import { importRequests } from './import-requests.ts';

const read = async (text: string) => {
  const result = await importRequests(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

const readOne = async (text: string): Promise<Draft | undefined> => (await read(text)).drafts[0];

const faultOf = async (text: string) => {
  const result = await importRequests(text);
  return result.ok ? '' : result.error;
};

const row = (header: string, value: string) => ({ isUsed: true, header, value });

describe('a cURL command', () => {
  test('that the tester created is read back unchanged', async () => {
    const headers = { 'X-Mine': `it's "1"`, accept: '*/*', 'x-empty': '' };
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.constantFrom('POST', 'PUT', 'PATCH'), async (body, method) => {
        const url = 'https://api.example/v1/items?a=1&b=%27';
        expect(await readOne(asCurl({ method, url, headers, body }))).toEqual({
          method,
          endpoint: url,
          headers: Object.entries(headers).map(([name, value]) => row(name, value)),
          body,
        });
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['curl example.com/x', 'GET', 'http://example.com/x', ''],
    ['curl --location "https://a.example/x" --compressed', 'GET', 'https://a.example/x', ''],
    ['curl -sSL -o out.json https://a.example', 'GET', 'https://a.example', ''],
    ['curl --max-redirs 5 https://a.example', 'GET', 'https://a.example', ''],
    ['curl https://a.example --oauth2-bearer secret', 'GET', 'https://a.example', ''],
    ['curl -XDELETE https://a.example/1', 'DELETE', 'https://a.example/1', ''],
    [`curl https://a.example -d '{"a":1}'`, 'POST', 'https://a.example', '{"a":1}'],
    [`curl --json '[1]' --url https://a.example`, 'POST', 'https://a.example', '[1]'],
    ['curl -G https://a.example?x=1 -d q=coat', 'GET', 'https://a.example?x=1&q=coat', ''],
    [
      `curl 'https://a.example' --data-raw $'{"a":"it\\'s"}'`,
      'POST',
      'https://a.example',
      `{"a":"it's"}`,
    ],
    [`curl "${location.origin}/api/products?size=M"`, 'GET', '/api/products?size=M', ''],
  ])('%s is read as curl reads it', async (command, method, endpoint, body) => {
    expect(await readOne(command)).toMatchObject({ method, endpoint, body });
  });

  test.each([
    ['curl -s https://a.example/x | jq .', ['https://a.example/x']],
    ['curl https://a.example/x > out.json', ['https://a.example/x']],
    [
      'curl https://a.example/x && curl https://a.example/y',
      ['https://a.example/x', 'https://a.example/y'],
    ],
    ['$ curl https://a.example/x', ['https://a.example/x']],
    ['# list them\ncurl https://a.example/x', ['https://a.example/x']],
    ['curl.exe https://a.example/x', ['https://a.example/x']],
    ['curl https://a.example/x?a=1&b=2', ['https://a.example/x?a=1&b=2']],
  ])('in a line such as %j is found', async (line, endpoints) => {
    expect((await read(line)).drafts.map(({ endpoint }) => endpoint)).toEqual(endpoints);
  });

  test('with escaped bytes in its body is read as UTF-8', async () => {
    const command = String.raw`curl https://a.example --data-raw $'{"a":"caf\xc3\xa9"}'`;
    expect((await readOne(command))?.body).toBe('{"a":"café"}');
  });

  test('gets the header for its user and loses those that the browser sets itself', async () => {
    const command = `curl https://a.example -u asha:nähen -H 'Cookie: a=1' -H 'X-Mine:1'`;
    expect((await readOne(command))?.headers).toEqual([
      row('X-Mine', '1'),
      row('authorization', 'Basic YXNoYTpuw6RoZW4='),
    ]);
  });

  test.each([
    [`curl 'https://a.example`, 'A quote of this command is not closed.'],
    ['curl -s', 'This command has no address.'],
    ['curl --constructor', 'This command has no address.'],
    ['curl http://', 'http:// is no address.'],
    ['curl ftp://a.example', 'ftp://a.example is neither an http: nor an https: address.'],
    ['curl -X TRACE https://a.example', 'The tester has no method TRACE.'],
    ['curl -I https://a.example', 'The tester has no method HEAD.'],
    [
      'curl -F a=@b https://a.example',
      'This command sends a form, and the tester sends JSON only.',
    ],
    ['curl -d @body.json https://a.example', 'The tester sends JSON only, and this body is none.'],
  ])('%s is refused with the reason', async (command, message) => {
    expect(await faultOf(command)).toBe(message);
  });
});

describe('a HAR file', () => {
  const har = (...requests: object[]) =>
    JSON.stringify({ log: { entries: requests.map((request) => ({ request })) } });

  test('yields its requests, without those that the tester can’t send', async () => {
    const postData = { mimeType: 'application/json', text: '{"a":1}' };
    const headers = [
      { name: ':authority', value: 'a.example' },
      { name: 'x-mine', value: '1' },
    ];
    const url = 'https://a.example/items';
    const found = await read(
      har(
        { method: 'PUT', url, headers, postData },
        { method: 'GET', url },
        { method: 'OPTIONS', url },
        { method: 'POST', url, postData: { text: 'a=1' } },
      ),
    );
    expect(found.leftOut).toBe(2);
    expect(found.drafts).toEqual([
      { method: 'PUT', endpoint: url, headers: [row('x-mine', '1')], body: '{"a":1}' },
      { method: 'GET', endpoint: url, headers: [], body: '' },
    ]);
  });

  test.each([
    [har(), 'It holds no request.'],
    [har({ method: 'GET' }), /^This HAR file is not valid: log.entries.0.request.url: /],
    ['{"log":7}', /^This HAR file is not valid: log: /],
  ])('%s is refused with the reason', async (text, message) => {
    expect(await faultOf(text)).toMatch(message);
  });
});

describe('an OpenAPI document', () => {
  const document = createOpenApi(location.origin);

  test.each([
    ['JSON', JSON.stringify(document)],
    ['YAML', stringify(document)],
  ])('of the shop, as %s, has an example of each call', async (_, text) => {
    const { drafts, leftOut } = await read(text);
    expect(leftOut).toBe(0);
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

  test('without examples gets values that match its schemas, including references', async () => {
    const item = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        count: { type: 'integer' },
        tags: { type: 'array', items: { enum: ['new'] } },
      },
    };
    const text = JSON.stringify({
      openapi: '3.0.3',
      servers: [{ url: 'https://a.example/v1/' }],
      paths: {
        '/items/{id}': {
          parameters: [{ $ref: '#/components/parameters/Id' }],
          patch: {
            parameters: [
              { name: 'lang', in: 'query', required: true, example: 'en' },
              { name: 'page', in: 'query', schema: { type: 'integer' } },
              { name: 'x-mine', in: 'header', required: true, schema: { const: '1' } },
            ],
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
            },
          },
        },
      },
      components: {
        parameters: { Id: { name: 'id', in: 'path', required: true, example: 'a/b' } },
        schemas: { Item: item },
      },
    });
    const draft = await readOne(text);
    expect(draft).toMatchObject({
      method: 'PATCH',
      endpoint: 'https://a.example/v1/items/a%2Fb?lang=en',
      headers: [row('x-mine', '1')],
    });
    expect(JSON.parse(draft?.body ?? '')).toEqual({ count: 0, tags: ['new'] });
  });

  test('whose schemas have circular or broken references is still read', async () => {
    const thread = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Thread' } },
    };
    const ways = ['#/components/schemas/Thread', '#/no/such/part'].map(($ref) => ({
      post: { requestBody: { content: { 'application/json': { schema: { $ref } } } } },
    }));
    const paths = { '/thread': ways[0], '/nothing': ways[1] };
    const text = { openapi: '3.1.0', paths, components: { schemas: { Thread: thread } } };
    expect((await read(JSON.stringify(text))).drafts).toMatchObject([
      { endpoint: '/thread', body: '{}' },
      { endpoint: '/nothing', body: 'null' },
    ]);
  });

  test('whose example has no value gets one that matches the schema', async () => {
    const content = { 'application/json': { examples: { one: { summary: 'no value' } } } };
    const paths = { '/a': { post: { requestBody: { content } }, get: {} } };
    const text = JSON.stringify({ openapi: '3.0.3', paths });
    expect((await read(text)).drafts.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test.each([
    ['openapi: 4.0.0\npaths: {}', /: openapi: only versions 3.0 and 3.1 can be read\.$/],
    ['openapi: 3.1.0', /^This OpenAPI document is not valid: paths: /],
    ['{"swagger":"2.0"}', /this is Swagger\.$/],
    ['openapi: 3.1.0\npaths: {}', 'It holds no request.'],
  ])('%j is refused with the reason', async (text, message) => {
    expect(await faultOf(text)).toMatch(message);
  });
});

test('any other text is refused', async () => {
  const others = [...scriptInjections, ...oddTexts].map(([, text]) => text);
  for (const text of ['', 'wget https://a.example', 'null', '[]', '{"a":', ...others]) {
    expect(await faultOf(text), text).toBe(
      'This is neither a cURL command, nor a HAR file, nor an OpenAPI document.',
    );
  }
});
