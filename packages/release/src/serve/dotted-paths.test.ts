import { expect, test } from 'vitest';
import { openShirtShop } from './testing-heads.ts';

const html = { accept: 'text/html,*/*;q=0.8' };

async function openShop() {
  const api = async () => Response.json({ shirt: { name: 'Linen' } });
  const { url } = await openShirtShop({ api });
  return (path: string, headers: Record<string, string> = html) => fetch(url + path, { headers });
}

test.each(['/shirts/a.b', '/shirts/linen.js', '/shirts/v1.2.3'])(
  'the page of a declared path with a dot can be loaded: %s',
  async (path) => {
    const response = await (await openShop())(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
  },
);

test('a script at such a path is missing: HTML is no script', async () => {
  const get = await openShop();
  expect((await get('/shirts/linen.js', { accept: '*/*' })).status).toBe(404);
});

test.each(['/nowhere/a.b', '/shirts/a/b.js', '/favicon.ico', '/static/a.b'])(
  'a path with a dot that no remote declares is a file that is missing: %s',
  async (path) => {
    const response = await (await openShop())(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not found.\n');
  },
);
