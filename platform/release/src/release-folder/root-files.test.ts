import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePage } from '../commands/recover.ts';
import { openWithShell, writeFiles } from '../testing/release.ts';

/** A published shop with an origin in its config.json. */
async function open() {
  const shop = await openWithShell();
  await shop.publish('home');
  const configure = async (config: object) => {
    await writeFiles(shop.release, { 'config.json': JSON.stringify(config) });
    await writePage(shop.context);
  };
  const read = (name: string) =>
    readFile(path.join(shop.release, name), 'utf8').catch(() => undefined);
  return { ...shop, configure, read };
}

test('with an origin the folder has a sitemap and robots.txt for any web server', async () => {
  const { configure, read } = await open();
  expect(await read('robots.txt')).toBeUndefined();
  await configure({ origin: 'https://shop.example' });
  expect(await read('robots.txt')).toContain('Sitemap: https://shop.example/sitemap.xml\n');
  expect(await read('sitemap.xml')).toContain('<url><loc>https://shop.example/</loc></url>');
});

test('with an origin the folder has llms.txt, which promises nothing that only a server does', async () => {
  const { configure, read } = await open();
  await configure({ origin: 'https://shop.example' });
  const text = await read('llms.txt');
  expect(text).toMatch(/^# shop\.example\n/);
  expect(text).not.toMatch(/text\/markdown|sitemap/);
  await configure({});
  expect(await read('llms.txt')).toBeUndefined();
});

test('the sitemap and robots.txt follow the configuration', async () => {
  const { release, configure, read } = await open();
  await configure({ origin: 'https://shop.example' });
  await writeFiles(release, { 'robots.txt.gz': 'an old copy' });
  await configure({ origin: 'https://other.example' });
  expect(await read('robots.txt')).toContain('https://other.example/sitemap.xml');
  expect(await read('robots.txt.gz')).toBeUndefined();
  await configure({});
  expect(await read('robots.txt')).toBeUndefined();
  expect(await read('sitemap.xml')).toBeUndefined();
});

test.each([
  ['robots.txt', 'User-agent: *\nDisallow: /\n'],
  ['llms.txt', '# Our own\n'],
  ['_headers', '/*\n  X-Own: 1\n'],
])('a %s that patchwork did not write is left alone', async (name, text) => {
  const { release, configure, read } = await open();
  await writeFiles(release, { [name]: text });
  await configure({ origin: 'https://shop.example' });
  expect(await read(name)).toBe(text);
  await configure({});
  expect(await read(name)).toBe(text);
});

test('the folder has the headers of its page for hosts that read them from a file', async () => {
  const { configure, read } = await open();
  await configure({ imageOrigins: ['https://pictures.example'] });
  expect(await read('_headers')).toMatch(
    /^# Written .*\n\/\*\n {2}Content-Security-Policy: default-src 'none'; .*img-src 'self' https:\/\/pictures\.example; /,
  );
});

test('the folder has the headers of its page for nginx, with quotes escaped by a backslash', async () => {
  const { configure, read, release } = await open();
  const rights = { 'https://pay.example': ['payment'] };
  const registry = JSON.parse((await read('registry.json')) ?? '');
  Object.assign(registry.remotes[0].stable, { rights });
  await writeFiles(release, { 'registry.json': JSON.stringify(registry) });
  await configure({ rights: { 'mfe-catalog': rights }, hstsMaxAgeSeconds: 60 });
  const text = (await read('_headers.nginx.conf')) ?? '';
  expect(text).toContain('add_header X-Content-Type-Options "nosniff" always;\n');
  expect(text).toContain('"max-age=60"');
  expect(text).toContain('payment=(self \\"https://pay.example\\")');
  expect(text.split('\n').slice(1, -1)).toEqual(
    text.match(/^add_header [\w-]+ "(?:[^"\\]|\\")*" always;$/gm),
  );
});
