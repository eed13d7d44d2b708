import { expect, test, vi } from 'vitest';
import { headOf, listenAsApi, openShirtShop } from '../testing/shirt-shop.ts';
import { apiReader, createAnswers } from './api-answers.ts';

const found = (name: string) => Response.json({ shirt: { name } });
const never = () => new Promise<Response>(() => undefined);

function setUp(respond: () => Promise<Response> | Response) {
  let time = 1_000_000;
  const api = vi.fn(async (_path: string) => respond());
  const reports: string[] = [];
  const answers = createAnswers({
    ...{ api, now: () => time },
    report: (message) => reports.push(message),
  });
  const ask = (id = 'linen') =>
    answers({ address: `/shirts/${id}`, call: `/api/shirts/${id}`, names: ['shirt.name'] });
  const name = async (id?: string) => (await ask(id))?.values['shirt.name'];
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { api, reports, ask, name, pass };
}

test('an answer is used for a minute without asking again', async () => {
  const { api, ask, name, pass } = setUp(() => found('Linen'));
  expect(await name()).toBe('Linen');
  pass(59_000);
  expect(ask()).toMatchObject({ values: { 'shirt.name': 'Linen' } });
  expect(api).toHaveBeenCalledTimes(1);
});

test('an older answer is used while a newer one is read', async () => {
  let stored = 'old';
  const { ask, name, pass } = setUp(() => found(stored));
  await name();
  stored = 'new';
  pass(61_000);
  expect(ask()).toMatchObject({ values: { 'shirt.name': 'old' } });
  await expect.poll(() => name()).toBe('new');
});

test('an answer of more than ten minutes ago is not used', async () => {
  let stored = 'old';
  const { name, pass } = setUp(() => found(stored));
  await name();
  stored = 'new';
  pass(601_000);
  expect(await name()).toBe('new');
});

test('pages that need the same answer share one request', async () => {
  const { api, name } = setUp(() => found('Linen'));
  expect(await Promise.all([name(), name(), name()])).toEqual(['Linen', 'Linen', 'Linen']);
  expect(api).toHaveBeenCalledTimes(1);
});

test('the 500 answers that were used last are kept', async () => {
  const { api, name } = setUp(() => found('Linen'));
  for (let id = 0; id < 500; id += 1) await name(String(id));
  await name('0');
  expect(api).toHaveBeenCalledTimes(500);
  await name('500');
  await name('0');
  expect(api).toHaveBeenCalledTimes(501);
  await name('1');
  expect(api).toHaveBeenCalledTimes(502);
});

test('32 requests to the API are under way at most', async () => {
  const { api, ask } = setUp(never);
  for (let id = 0; id < 32; id += 1) void ask(String(id));
  expect(ask('one more')).toBeUndefined();
  expect(api).toHaveBeenCalledTimes(32);
});

test('a product that the API does not know is not found', async () => {
  const { ask } = setUp(() => Response.json({ errors: ['unknown'] }, { status: 404 }));
  expect(await ask()).toEqual({
    address: '/shirts/linen',
    call: '/api/shirts/linen',
    isFound: false,
    values: {},
  });
});

test.each([
  ['status 500', () => Response.json({}, { status: 500 })],
  ['a 404 of another server', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['no JSON', () => new Response('{"shirt":', { headers: { 'content-type': 'text/json' } })],
  ['an error', () => Promise.reject(new Error('refused'))],
])(
  'after %s the answer is not requested again for five seconds, and one report is made',
  async (_what, respond) => {
    const { api, reports, name, pass } = setUp(respond);
    expect(await name()).toBeUndefined();
    expect(await name()).toBeUndefined();
    expect(api).toHaveBeenCalledTimes(1);
    pass(5001);
    expect(await name()).toBeUndefined();
    expect(api).toHaveBeenCalledTimes(2);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('/api/shirts/linen: ');
  },
);

test('an answer stays in use while the API fails', async () => {
  let isDown = false;
  const { api, name, pass } = setUp(() => (isDown ? Promise.reject('down') : found('Linen')));
  await name();
  isDown = true;
  pass(61_000);
  expect(await name()).toBe('Linen');
  await expect.poll(() => api.mock.calls.length).toBe(2);
  expect(await name()).toBe('Linen');
});

test('a page does not wait for a slow API, and the next one has its answer', async () => {
  let answer = (_response: Response): void => undefined;
  const slow = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { get } = await openShirtShop({ api: () => slow });
  const response = await get('/shirts/linen');
  expect(response.status).toBe(200);
  expect((await headOf(Promise.resolve(response))).title).toBe('Loom &amp; Co');
  answer(found('Linen'));
  await expect
    .poll(async () => (await headOf(get('/shirts/linen'))).title)
    .toBe('Linen · Loom &amp; Co');
});

test('a product that the API does not know is answered with the page and status 404', async () => {
  const { get } = await openShirtShop({ api: async () => Response.json({}, { status: 404 }) });
  const response = await get('/shirts/unknown');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('id="patchwork-registry"');
});

test('an API at an address of its own is asked there', async () => {
  const api = await listenAsApi(({ url }) => ({ shirt: { name: url } }));
  const { get } = await openShirtShop({ defaultConfig: { apiBaseUrl: `${api}/v2/` } });
  await expect
    .poll(async () => (await headOf(get('/shirts/linen'))).og.title)
    .toBe('/v2/api/shirts/linen');
});

test.each([
  'http://10.0.0.5/secret',
  '//10.0.0.5:9464/metrics',
  '/\\10.0.0.5/',
  '/\t/10.0.0.5/',
  '@10.0.0.5/',
  '.example/',
  '',
])('a call to %j does not reach another address than the API’s', async (address) => {
  const request = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const api = vi.fn(async () => new Response());
  for (const apiBaseUrl of ['/', 'https://api.shop.example']) {
    await expect(apiReader({ apiBaseUrl }, { api })?.(address)).rejects.toThrow('not a path');
  }
  await expect(apiReader({}, { sample: api })?.(address)).rejects.toThrow('not a path');
  expect([...request.mock.calls, ...api.mock.calls]).toEqual([]);
});
