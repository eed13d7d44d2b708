import path from 'node:path';
import { expect, test } from 'vitest';
import {
  buildRemote,
  buildShell,
  openWorkspace,
  temporaryFolder,
  writeFiles,
} from '../testing/release.ts';
import { checkApiServer } from './check-api.ts';
import { publish } from './publish.ts';

const answer = { products: { '*': { _id: null, title: null } } };
const api = { listProducts: { method: 'GET', path: '/api/products/:kind', answer } };
const calls = { listProducts: { answer, files: ['mfe-catalog/src/list.ts'] } };

async function typesWith(index: object): Promise<string> {
  const folder = await temporaryFolder();
  const whole = { format: 1, hash: 'x', modules: {}, packages: {}, imports: {}, ...index };
  await writeFiles(folder, { 'index.json': JSON.stringify(whole) });
  return folder;
}

const documentOf = (...fields: string[]) => {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  const products = { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Product' }] } };
  const schema = { type: 'object', properties: { products } };
  const responses = { 200: { content: { 'application/json': { schema } } }, '4XX': {} };
  return {
    paths: { '/api/products/{id}': { get: { responses } } },
    components: { schemas: { Product: { properties } } },
  };
};

async function openShop() {
  const shop = await openWorkspace();
  await buildShell(shop.shell);
  await buildRemote(shop.piece);
  await publish(shop.context, [
    { name: 'shell', folder: shop.shell, types: await typesWith({ api, calls: {} }) },
    { name: path.basename(shop.piece), folder: shop.piece, types: await typesWith({ calls }) },
  ]);
  const ask = async (document: unknown) =>
    (await checkApiServer(shop.release, 'http://api', document)).refusals.map(
      ({ rule, message }) => `${rule}: ${message.replaceAll(/-\w{10}/g, '-x')}`,
    );
  return { ask };
}

test('an API server must have the calls that live pieces make, with the fields of their answers', async () => {
  const { ask } = await openShop();
  expect(await ask(documentOf('_id', 'title', 'more'))).toEqual([]);
  expect(await ask(documentOf('_id'))).toEqual([
    'api: In http://api, the response to the call listProducts has no products.*.title, but mfe-catalog 1.2.0-x, which makes the call (mfe-catalog/src/list.ts), was built with an API that has it. Keep the fields, or release mfe-catalog without them first.',
  ]);
  expect(await ask({ paths: {} })).toEqual([
    'api: http://api has no call listProducts of the API, which mfe-catalog 1.2.0-x makes (mfe-catalog/src/list.ts). Keep it, or release mfe-catalog without it first.',
  ]);
});

test('a document that is not OpenAPI is refused in a sentence', async () => {
  const { ask } = await openShop();
  await expect(ask('<html>')).rejects.toThrow('This is not an OpenAPI document');
});
