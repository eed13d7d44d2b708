import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { writeFiles } from '@patchwork/release/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../local-server.ts';
import { openTerminal } from '../release/testing.ts';

const shape = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

const product = { address: '/api/products/{{productId}}', expect: { status: 200, shape } };
const login = {
  ...{ method: 'POST', address: '/api/login' },
  headers: { authorization: 'Bearer {{token}}' },
  body: { password: '{{password}}' },
  expect: { status: 201 },
};

/** Starts an API that returns a product, accepts a login, and records requests. */
async function openApi() {
  const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const { url, port, stop } = await listen(async (request, response) => {
    const { url: asked = '', headers } = request;
    seen.push({ url: asked, headers, body: await text(request) });
    if (asked.startsWith('/elsewhere')) {
      const location = `http://localhost:${asked.split('/')[2]}/api/login`;
      response.writeHead(302, { location }).end();
      return;
    }
    const id = asked.endsWith('/1') ? 1 : 'a';
    response.writeHead(asked.endsWith('/login') ? 201 : 200).end(JSON.stringify({ id }));
  });
  onTestFinished(stop);
  return { url, port, seen };
}

async function open(files: Record<string, object | string>) {
  const terminal = await openTerminal();
  const texts = Object.entries(files).map(([file, content]) => [
    `mfe-catalog/requests/${file}`,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  await writeFiles(terminal.root, Object.fromEntries(texts));
  return { ...terminal, api: await openApi() };
}

test('all requests of the workspace are sent one after the other, and each has a line', async () => {
  const { run, api } = await open({ 'b.json': login, 'a.json': product });
  const values = ['productId=x/y', 'token=t', 'password=needle'].flatMap((value) => [
    '--set',
    value,
  ]);
  const { code, out, err } = await run('requests', 'run', '--api', `${api.url}/`, ...values);
  expect([code, err]).toEqual([0, '']);
  expect(
    out.replace(/ +\d+ ms/g, ''),
  ).toBe(`passed  200  mfe-catalog/requests/a.json  GET  /api/products/{{productId}}
passed  201  mfe-catalog/requests/b.json  POST  /api/login
2 of 2 passed
`);
  expect(api.seen).toMatchObject([
    { url: '/api/products/x%2Fy' },
    {
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: '{"password":"needle"}',
    },
  ]);
});

test('a request that fails has its reasons and exit code 1; --json has them too', async () => {
  const { run, api } = await open({ 'a.json': product });
  vi.stubEnv('productId', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const args = ['requests', 'run', 'mfe-catalog', '--shop', api.url];
  const { code, out } = await run(...args);
  expect(code).toBe(1);
  expect(out).toMatch(/^failed {2}200 .*: id is of the type integer, not string\n0 of 1 passed\n$/);
  const inJson = await run(...args, '--json');
  expect([inJson.code, inJson.json()]).toMatchObject([
    1,
    {
      ...{ ok: false, command: 'requests', base: api.url },
      requests: [
        { passed: false, status: 200, problems: ['id is of the type integer, not string'] },
      ],
    },
  ]);
});

test('without a server, the request fails, and the next one is sent all the same', async () => {
  const { run, api } = await open({
    'a.json': { ...login, address: 'http://127.0.0.1:9/' },
    'b.json': login,
  });
  const values = ['--set', 'token=t', '--set', 'password=needle'];
  const { code, out } = await run('requests', 'run', '--api', api.url, ...values);
  expect(code).toBe(1);
  expect(out).toMatch(/^failed .*: there is no response \(.*ECONNREFUSED.*\)\npassed .*\n1 of 2/);
  expect(out).not.toContain('needle');
});

test('wrong files are listed with field and advice, and nothing is sent', async () => {
  const { run, api } = await open({
    'a.json': { ...product, expect: {} },
    'b.json': '{',
    'c.json': product,
  });
  const { code, err } = await run('requests', 'run', '--api', api.url);
  expect(code).toBe(2);
  expect(err).toMatch(
    /^mfe-catalog\/requests\/a\.json: expect\.status is missing: write .*\nmfe-catalog\/requests\/b\.json: it is not JSON .*\nNothing was sent\.\n$/,
  );
  expect(api.seen).toEqual([]);
});

test.each([
  [['--api', 'API'], 'a.json: {{productId}} has no value: give it as --set productId=…'],
  [
    ['--api', 'API', '--set', 'id=1'],
    '--set id: no request has this variable. There are: productId',
  ],
  [['--api', 'API', '--set', 'id'], 'Write a variable as productId=1.'],
  [[], 'Name where the requests go: --shop https://shop.example'],
  [['--api', 'API', '--shop', 'API'], 'Give --shop or --api, not both'],
  [['--api', 'API', 'nowhere'], 'There is no file, folder or piece “nowhere” here'],
  [['--api', 'API', 'shell'], 'shell has no requests: write them as requests/*.json'],
])('a wrong command line %j is refused with what to do', async (args, sentence) => {
  const { run, api } = await open({ 'a.json': product });
  const { code, err } = await run(
    'requests',
    'run',
    ...args.map((arg) => (arg === 'API' ? api.url : arg)),
  );
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  expect(api.seen).toEqual([]);
});

test('a redirect to another origin gets no headers of the request', async () => {
  const other = await openApi();
  const redirected = {
    address: `/elsewhere/${other.port}`,
    headers: login.headers,
    expect: { status: 201 },
  };
  const { run, api } = await open({ 'a.json': redirected });
  const { code } = await run('requests', 'run', '--api', api.url, '--set', 'token=needle');
  expect(code).toBe(0);
  expect(api.seen[0]?.headers.authorization).toBe('Bearer needle');
  expect(other.seen[0]?.headers.authorization).toBeUndefined();
});
