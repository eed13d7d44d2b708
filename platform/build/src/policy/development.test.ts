import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  createViolationPrinter,
  developmentHeaders,
  developmentScript,
  developmentWorker,
} from './development.ts';
import { pageHeaders } from './security-headers.ts';

const html = `<head><script>${developmentScript({ isAlone: false })}</script></head>`;
const config = { devtools: {}, remoteOrigins: ['http://localhost:3001'] };

/** Returns the sources that only `policy` has, by directive. */
function added(policy: string | undefined, released: string | undefined) {
  const directives = (text = '') =>
    new Map(text.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
  const before = directives(released);
  return Object.fromEntries(
    [...directives(policy)]
      .map(([name, sources]) => [name, sources.filter((each) => !before.get(name)?.includes(each))])
      .filter(([, sources]) => sources?.length !== 0),
  );
}

const policyOf = (more: object = {}) =>
  developmentHeaders({ config, rights: {}, html, ...more })['content-security-policy'];

const released = pageHeaders({ config: { remoteOrigins: config.remoteOrigins }, rights: {} }, [
  html,
])['content-security-policy'];

test('a page in development has the released policy, and what hot reload needs', () => {
  expect(added(policyOf(), released)).toEqual({
    'style-src': [expect.stringMatching(/^'nonce-/)],
    'connect-src': ['ws://localhost:3001'],
  });
  expect(added(policyOf({ hasEvals: true }), released)['script-src']).toEqual(["'unsafe-eval'"]);
});

test('in development no port of this machine is allowed unless something names it', () => {
  expect(policyOf()).not.toContain('localhost:*');
  const named = { ...config, devtools: { overrideOrigins: ['http://localhost:3055'] } };
  expect(policyOf({ config: named })).toContain('http://localhost:3055');
});

test('a page’s report is answered with the explanation, which is printed once', async () => {
  const lines: string[] = [];
  const explain = createViolationPrinter((line) => lines.push(line));
  const server = createServer((request, response) => void explain(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = (body: string) =>
    fetch(`http://127.0.0.1:${port}/__patchwork/violation`, { method: 'POST', body });
  const violation = {
    ...{ directive: 'script-src', blocked: 'wasm-eval', sample: '' },
    ...{ file: 'webpack-internal:///./src/Lab.tsx', line: 3, column: 1 },
  };
  const text =
    'The page’s policy (script-src) refuses wasm-eval at src/Lab.tsx:3. Ask for WebAssembly in remote.json: "rights": { "self": ["wasm"] }.';
  expect(await (await send(JSON.stringify(violation))).text()).toBe(text);
  await send(JSON.stringify(violation));
  expect(lines).toEqual([text]);
  expect((await send('{}')).status).toBe(400);
});

test('a worker’s script is part of the script in which it begins, with the same lines', async () => {
  const code = "throw new Error('torn');\n//# sourceMappingURL=data:application/json,{}";
  const server = createServer((_request, response) => void response.end(code));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/static/worker/sum.js`;
  const loaded: string[] = [];
  const start = 'self.begun=true;importScripts("the worker");\n';
  const of = (url: string) => developmentWorker(start, { url } as IncomingMessage);
  const script = await of(`/worker.js?${encodeURIComponent(address)}`);
  expect(script.split('\n')[0]).toMatch(/throw new Error\('torn'\);$/);
  expect(script).toMatch(new RegExp(`//# sourceURL=${address}$`));
  const importScripts = (file: string) => loaded.push(file);
  const self = { importScripts, begun: false };
  const run = new Function('self', `with (self) { ${script}\n }`);
  expect(() => run(self)).toThrow('torn');
  expect([self.begun, loaded]).toEqual([true, []]);
  self.importScripts('a late file');
  expect(loaded).toEqual(['a late file']);
});

test.each(['/worker.js', '/worker.js?https%3A%2F%2Felsewhere.example%2Fw.js'])(
  'a worker whose script is not on this machine loads it by itself: %s',
  async (url) => {
    expect(await developmentWorker('start', { url } as IncomingMessage)).toBe('start');
  },
);
