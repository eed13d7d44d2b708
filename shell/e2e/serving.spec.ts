import path from 'node:path';
import { parseRegistry } from '@patchwork/federation';
import { expect, test } from './support.ts';

const forEver = 'public, max-age=31536000, immutable';

test('the page links its icon once', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html.match(/<link rel="icon"/g)).toHaveLength(1);
});

test('what a page downloads is compressed, and cached for good where its name has a hash', async ({
  page,
}) => {
  const responses: { url: URL; headers: Record<string, string> }[] = [];
  page.on('response', (response) => {
    responses.push({ url: new URL(response.url()), headers: response.headers() });
  });
  await page.goto('/');
  // The heading is there before the scripts are.
  await expect(page.locator('#root')).not.toHaveAttribute('data-waiting');
  const scripts = responses.filter(({ url }) =>
    /^\/(?:static|remotes)\/.*\.js$/.test(url.pathname),
  );
  expect(scripts.length).toBeGreaterThan(2);
  for (const { url, headers } of scripts) {
    expect(headers['cache-control'], url.pathname).toBe(forEver);
  }
  const large = scripts.filter(({ headers }) => Number(headers['content-length']) > 1024);
  expect(large.length).toBeGreaterThan(2);
  for (const { url, headers } of large)
    expect(headers['content-encoding'], url.pathname).toBe('br');
  expect(responses[0]?.headers['content-encoding']).toBe('br');
});

test('the files that the registry names are there, for every module of every remote', async ({
  request,
}) => {
  const { registry: releases } = parseRegistry(await (await request.get('/registry.json')).json());
  expect(releases.remotes.length).toBeGreaterThan(0);
  const versions = releases.remotes.flatMap(({ stable, previous }) => [stable, ...previous]);
  for (const { entry, files } of versions) {
    const wanted = [
      entry,
      ...Object.values(files)
        .flat()
        .map((file) => path.posix.join(path.posix.dirname(entry), file)),
    ];
    for (const file of wanted) {
      const response = await request.get(file);
      expect(response.status(), file).toBe(200);
      expect(response.headers()['access-control-allow-origin'], file).toBe('*');
    }
  }
});
