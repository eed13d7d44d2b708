import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  buildRemote,
  buildShell,
  contextOf,
  openPiece,
  publishPiece,
  writeFiles,
} from '../testing.ts';
import { serve } from './serve.ts';

/** Serves a shop whose products were at /productlist before. */
async function openShop() {
  const { piece, release } = await openPiece('mfe-catalog', buildRemote);
  const shell = path.join(path.dirname(piece), 'shell');
  await buildShell(shell);
  const product = { page: 'product', path: '/items/:id', access: 'open', module: './Home' };
  const routes = [
    { ...product, from: ['/productlist/:id'] },
    { page: 'offers', path: '/productlist/offers', access: 'open', module: './Home' },
  ];
  const declaration = { id: 'mfe-catalog', team: 'Catalogue', developmentPort: 3001, routes };
  await writeFiles(piece, { 'remote.json': JSON.stringify(declaration) });
  await publishPiece(piece, contextOf(release));
  await publishPiece(shell, contextOf(release));
  const server = await serve({ release, port: 0, report: () => undefined });
  onTestFinished(() => server.stop());
  return (address: string) =>
    fetch(server.url + address, { redirect: 'manual', headers: { accept: 'text/html' } });
}

test('an old address is redirected for good, with its parameters and its query', async () => {
  const get = await openShop();
  const response = await get('/productlist/linen%20shirt?size=M&size=L');
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe('/items/linen%20shirt?size=M&size=L');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect((await get('/productlist/shirt.v2')).headers.get('location')).toBe('/items/shirt.v2');
});

test('a page that has an address now, and any other address, are not redirected', async () => {
  const get = await openShop();
  expect((await get('/productlist/offers')).status).toBe(200);
  expect((await get('/items/linen-shirt')).status).toBe(200);
  expect((await get('/productlist')).status).toBe(404);
});
