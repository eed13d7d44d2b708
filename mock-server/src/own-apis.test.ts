// @vitest-environment happy-dom
import { createApi } from '@patchwork/api';
import { asIs, mockApi, type OwnEndpoint, queryAsIs } from '@patchwork/api/own-api';
import { demoAccount, err, ok } from '@patchwork/domain';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadOwnCalls } from './own-calls.ts';
import { runningMock, startMock } from './start.ts';
import { clearStorage, connect } from './test-support.ts';
import { createTestMock } from './testing.ts';

const note = v.object({ id: v.string(), text: v.pipe(v.string(), v.nonEmpty()) });

const notes = {
  listNotes: {
    method: 'GET',
    path: '/api/gift-notes',
    access: 'open',
    query: queryAsIs(v.object({ by: v.optional(v.string()) })),
    response: v.object({ notes: v.array(note) }),
  },
  addNote: {
    method: 'POST',
    path: '/api/gift-notes',
    access: 'open',
    status: 201,
    body: asIs(v.object({ text: v.pipe(v.string(), v.maxLength(20)) })),
    response: note,
  },
  removeNote: {
    method: 'DELETE',
    path: '/api/gift-notes/:noteId',
    access: 'open',
    response: v.object({}),
  },
  listMine: {
    method: 'GET',
    path: '/api/gift-notes/mine/all',
    access: 'login',
    response: v.object({ by: v.string() }),
  },
} as const satisfies Record<string, OwnEndpoint>;

const noteApi = mockApi(notes, () => ({ notes: [{ id: '1', text: 'Happy birthday' }] }), {
  listNotes: ({ data, query: { by } }) => ok({ notes: by === 'none' ? [] : data.notes }),
  addNote: ({ data, body }) => {
    const added = { id: String(data.notes.length + 1), text: body.text };
    data.notes.push(added);
    return ok(added);
  },
  removeNote: ({ data, params }) => {
    const index = data.notes.findIndex(({ id }) => id === params.noteId);
    if (index === -1)
      return err({ status: 404, code: 'noteUnknown', text: 'There is no such note.' });
    data.notes.splice(index, 1);
    return ok({});
  },
  listMine: ({ user }) => ok({ by: user.email }),
});

const elsewhere = {
  wrap: {
    method: 'PUT',
    path: 'https://api.gifts.example:8443/v1/wraps/:wrapId',
    access: 'open',
    body: asIs(v.object({ paper: v.string() })),
    response: v.object({ paper: v.string(), id: v.string() }),
  },
} as const satisfies Record<string, OwnEndpoint>;

const wrapApi = mockApi(elsewhere, () => null, {
  wrap: ({ params, body }) => ok({ paper: body.paper, id: params.wrapId }),
});

interface Remote {
  readonly id: string;
  readonly apis: Readonly<Record<string, string>>;
}

/** Starts the mock of a page with these remotes. `modules` are their exports. */
function open(modules: Readonly<Record<string, unknown>>, remotes: readonly Remote[] = [gifts]) {
  const loadModule = vi.fn(async (_remote: never, module: string) => {
    if (module in modules) return modules[module];
    throw new Error(`${module} could not be loaded`);
  });
  return startMock({
    delay: 0,
    remotes: () => ({ active: { remotes }, loader: { loadModule } }),
  }).then(() => loadModule);
}

const gifts: Remote = {
  id: 'mfe-gifts',
  apis: { '/api/gift-notes': './Notes', 'https://api.gifts.example:8443/v1': './Wraps' },
};
const both = { './Notes': { api: noteApi }, './Wraps': { api: wrapApi } };

const call = async (path: string, init?: RequestInit) => {
  const response = await fetch(path, init);
  return [response.status, await response.json()] as const;
};

beforeEach(() => {
  clearStorage();
  window.history.replaceState(null, '', '/');
});
afterEach(() => runningMock()?.shutdown());

test('the mock answers a remote’s own endpoints, and loads their code at the first call', async () => {
  const loadModule = await open(both);
  expect((await call('/api/categories'))[0]).toBe(200);
  expect(loadModule).not.toHaveBeenCalled();
  expect(await call('/api/gift-notes')).toEqual([
    200,
    { notes: [{ id: '1', text: 'Happy birthday' }] },
  ]);
  const body = JSON.stringify({ text: 'For Tara' });
  expect(await call('/api/gift-notes', { method: 'POST', body })).toEqual([
    201,
    { id: '2', text: 'For Tara' },
  ]);
  expect(await call('/api/gift-notes/1', { method: 'DELETE' })).toEqual([200, {}]);
  expect(await call('/api/gift-notes/1', { method: 'DELETE' })).toEqual([
    404,
    { errors: ['There is no such note.'], code: 'noteUnknown' },
  ]);
});

test('the shop’s client makes a remote’s own calls with their types', async () => {
  await open(both);
  const api = connect();
  expect(await api.call(notes.listNotes, { query: {} })).toMatchObject({
    value: { notes: [{ text: 'Happy birthday' }] },
  });
  expect(await api.call(notes.listNotes, { query: { by: 'none' } })).toMatchObject({
    value: { notes: [] },
  });
  const removed = await api.call(notes.removeNote, { noteId: '7' });
  expect(removed).toMatchObject({ error: { status: 404, messages: ['There is no such note.'] } });
  expect(await api.call(elsewhere.wrap, { wrapId: 'a/b', body: { paper: 'red' } })).toEqual({
    ok: true,
    value: { paper: 'red', id: 'a/b' },
  });
});

test('an API at another origin gets no token of the shop', async () => {
  const seen: [string, string | null][] = [];
  const send = async (url: string, init: RequestInit) => {
    seen.push([url, new Headers(init.headers).get('authorization')]);
    return Response.json({ paper: 'red', id: '1' });
  };
  const client = { getToken: () => 'secret', onUnauthorized: () => {} };
  const api = createApi({ ...client, baseUrl: 'https://shop.example', fetch: send });
  // The types refuse a login there.
  const insists = { ...elsewhere.wrap, access: 'login' as 'open' };
  await api.call(insists, { wrapId: '1', body: { paper: 'red' } });
  await api.call({ ...notes.listMine, response: v.unknown() }, {});
  expect(seen).toEqual([
    ['https://api.gifts.example:8443/v1/wraps/1', null],
    ['https://shop.example/api/gift-notes/mine/all', 'secret'],
  ]);
});

test('a call that needs a login gets its shopper, and is refused without one', async () => {
  const mock = createTestMock({ apis: [noteApi] });
  expect(await mock.connect().call(notes.listMine, {})).toMatchObject({ error: { status: 401 } });
  const { token } = await mock.logIn();
  const api = mock.connect({ getToken: () => token, onUnauthorized: () => {} });
  expect(await api.call(notes.listMine, {})).toEqual({
    ok: true,
    value: { by: demoAccount.email },
  });
});

test.each([
  ['no JSON', '{', 'The body must be JSON. Bad Request error.'],
  ['a missing field', '{}', '`text` is missing. Bad Request error.'],
  ['a wrong field', '{"text":1}', '`text` must be a text. Bad Request error.'],
])('a request with %s is refused with the field', async (_what, body, message) => {
  await open(both);
  expect(await call('/api/gift-notes', { method: 'POST', body })).toEqual([
    400,
    { errors: [message], code: 'badRequest' },
  ]);
});

test.each([
  ['another method', 'PATCH', '/api/gift-notes', 405, 'does not support that method'],
  [
    'an unknown path',
    'GET',
    '/api/gift-notes/1/2/3',
    404,
    'mfe-gifts declares no GET /api/gift-notes/1/2/3 at /api/gift-notes. It has: GET /api/gift-notes, POST',
  ],
])('%s is refused with what there is', async (_what, method, path, status, message) => {
  await open(both);
  const [found, { errors }] = await call(path, { method });
  expect([found, errors[0]]).toEqual([status, expect.stringContaining(message)]);
});

const { api: broken } = {
  api: mockApi(notes, () => null, {
    ...noteApi.handlers,
    listNotes: () => ok({ notes: [{ id: '1', text: '' }] }),
    addNote: () => {
      throw new Error('out of paper');
    },
  } as never),
};
const other = { ...notes, listNotes: { ...notes.listNotes, path: '/api/other' } } as const;

test.each([
  [
    'a response that its schema refuses',
    broken,
    "The mock's handler of GET /api/gift-notes answered what its response schema refuses",
  ],
  ['no api', undefined, 'it must export “api”, made by mockApi of @patchwork/shop/api'],
  [
    'an endpoint elsewhere',
    mockApi(other, () => null, noteApi.handlers as never),
    'the path of listNotes, /api/other, is not below /api/gift-notes.',
  ],
  ['no handler', { ...noteApi, handlers: {} }, 'listNotes has no handler.'],
])('%s is a failure that says what to do', async (_what, api, message) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open({ './Notes': { api } });
  const [status, body] = await call('/api/gift-notes');
  expect([status, body.error.message]).toEqual([500, expect.stringContaining(message)]);
  expect(log.mock.calls[0]?.[0]).toContain(message);
});

test('a handler that throws, and a module that can’t be loaded, are failures', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open({ './Notes': { api: broken } });
  const [, added] = await call('/api/gift-notes', { method: 'POST', body: '{"text":""}' });
  expect(added.error.message).toContain(
    'handler of POST /api/gift-notes threw: Error: out of paper',
  );
  const [, wrapped] = await call('https://api.gifts.example:8443/v1/wraps/1', { method: 'PUT' });
  expect(wrapped.error.message).toBe('./Wraps could not be loaded');
});

test('delay, failures, sentinels and own responses apply to a remote’s own endpoints', async () => {
  window.history.replaceState(null, '', '/?mock=fail-once:DELETE /api/gift-notes/:noteId');
  await open(both);
  const control = await (await startMock()).openControl();
  expect((await call('/api/gift-notes/1', { method: 'DELETE' }))[0]).toBe(500);
  expect((await call('/api/gift-notes/1', { method: 'DELETE' }))[0]).toBe(200);
  expect((await call('/api/gift-notes/fail-500', { method: 'DELETE' }))[0]).toBe(500);
  const failures = { 'GET /api/gift-notes': { rate: 1, as: 503 } } as const;
  expect(control.changeSettings({ failures, delay: 30 })).toMatchObject({ ok: true });
  const start = performance.now();
  expect((await call('/api/gift-notes'))[0]).toBe(503);
  expect(performance.now() - start).toBeGreaterThan(25);
  const own = {
    method: 'GET',
    path: '/api/gift-notes',
    status: 418,
    headers: {},
    delay: 0,
    body: 1,
  } as const;
  control.changeSettings({ failures: {}, delay: 0, responses: [own] });
  expect(await call('/api/gift-notes')).toEqual([418, 1]);
  const unknown = { 'GET gift-notes': { rate: 1, as: 503 } };
  expect(control.changeSettings({ failures: unknown as never })).toMatchObject({ ok: false });
});

test('a reset and a scenario let the data begin anew', async () => {
  await open(both);
  const control = await (await startMock()).openControl();
  const count = async () => (await call('/api/gift-notes'))[1].notes.length;
  for (const restore of [control.reset, () => control.playScenario('out-of-stock')]) {
    await call('/api/gift-notes', { method: 'POST', body: '{"text":"x"}' });
    expect(await count()).toBe(2);
    restore();
    expect(await count()).toBe(1);
  }
});

test('other origins and other paths go to the network', async () => {
  const network = vi.fn(async (_url: unknown) => Response.json('network'));
  vi.stubGlobal('fetch', network);
  await open(both);
  for (const address of [
    'https://api.gifts.example:8443/v10',
    'https://api.gifts.example/v1/wraps/1',
    '/gift-notes',
  ]) {
    expect(await call(address)).toEqual([200, 'network']);
  }
  expect(network).toHaveBeenCalledTimes(3);
});

test('an API that a server answers goes to the network', async () => {
  vi.stubGlobal('fetch', async () => Response.json('network'));
  await open(both, [{ id: 'mfe-gifts', apis: { '/api/gift-notes': 'served:./Notes' } }]);
  expect(await call('/api/gift-notes')).toEqual([200, 'network']);
  expect(await call('/api/categories')).toEqual([
    200,
    expect.objectContaining({ categories: expect.anything() }),
  ]);
});

test('the calls of all remotes are listed for the devtools, whoever answers them, with what can’t be loaded', async () => {
  const { '/api/gift-notes': notesModule, ...others } = gifts.apis;
  const apis = { '/api/gift-notes': `served:${notesModule}`, ...others };
  const loadModule = async (_remote: never, module: string) => {
    if (module === './Notes') return { api: noteApi };
    throw new Error(`${module} could not be loaded`);
  };
  const page = { active: { remotes: [{ ...gifts, apis }] }, loader: { loadModule } };
  const listed = await loadOwnCalls(page);
  expect(listed.map(({ owner, isServed, calls }) => [owner, isServed, calls.length])).toEqual([
    ['mfe-gifts', true, 4],
    ['mfe-gifts', false, 0],
  ]);
  expect(listed[1]?.problem).toContain('./Wraps could not be loaded');
});

test('a test’s mock counts, holds and fails a remote’s own calls', async () => {
  const mock = createTestMock({ apis: [noteApi, wrapApi] });
  const api = mock.connect();
  mock.fail({ 'GET /api/gift-notes': 503 });
  expect(await api.call(notes.listNotes, { query: {} })).toMatchObject({ error: { status: 503 } });
  mock.fail({});
  const release = mock.hold('POST /api/gift-notes');
  const adding = api.call(notes.addNote, { body: { text: 'x' } });
  await mock.idle();
  expect(mock.calls).toEqual([
    { name: 'GET /api/gift-notes', body: undefined },
    { name: 'POST /api/gift-notes', body: { text: 'x' } },
  ]);
  release();
  expect(await adding).toMatchObject({ ok: true });
  expect(await api.call(elsewhere.wrap, { wrapId: '1', body: { paper: 'red' } })).toMatchObject({
    ok: true,
  });
  // Another mock's data begin anew.
  const next = await createTestMock({ apis: [noteApi] })
    .connect()
    .call(notes.listNotes, { query: {} });
  expect(next.ok && next.value.notes).toHaveLength(1);
});
