import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePage } from '../commands/write-page.ts';
import { writeFiles } from '../testing.ts';
import { openWorkspace } from '../testing-shop.ts';

async function open() {
  const shop = await openWorkspace();
  await shop.publishShell('index.1.js');
  const write = async (files: Record<string, string>) => {
    await writeFiles(shop.release, files);
    await writePage(shop.context);
  };
  const read = (name: string) => readFile(path.join(shop.release, name), 'utf8');
  return { ...shop, write, read };
}

test('the folder has the headers of its page for hosts that read them from a file', async () => {
  const { write, read } = await open();
  await write({ 'config.json': '{"imageOrigins":["https://pictures.example"]}' });
  expect(await read('_headers')).toMatch(
    /^# Written .*\n\/\*\n {2}Content-Security-Policy: default-src 'none'; .*img-src 'self' https:\/\/pictures\.example; /,
  );
});

test('the folder has the headers of its page for nginx, which takes quotes with a backslash', async () => {
  const { write, read } = await open();
  await write({ 'config.json': '{"payment":{"provider":"razorpay","key":"rzp_test_1"}}' });
  const text = await read('_headers.nginx.conf');
  expect(text).toContain('add_header X-Content-Type-Options "nosniff" always;\n');
  expect(text).toContain('payment=(self \\"https://api.razorpay.com\\")');
  expect(text.split('\n').slice(1, -1)).toEqual(
    text.match(/^add_header [\w-]+ "(?:[^"\\]|\\")*" always;$/gm),
  );
});

test('headers of one’s own are left alone', async () => {
  const { write, read } = await open();
  await write({ _headers: '/*\n  X-Own: 1\n', 'config.json': '{"hstsMaxAgeSeconds":60}' });
  expect(await read('_headers')).toBe('/*\n  X-Own: 1\n');
  expect(await read('_headers.nginx.conf')).toContain('"max-age=60"');
});
