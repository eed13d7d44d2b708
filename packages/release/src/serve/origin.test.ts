import { expect, test } from 'vitest';
import { openShirtShop, readHead } from './testing-heads.ts';

const canonicalFrom = async (
  { getFrom }: Awaited<ReturnType<typeof openShirtShop>>,
  host: string,
) => readHead(await getFrom(host, '/shirts')).canonical;

test.each(['shop.example', 'localhost:3000', '[::1]:3000', 'shop.example"><script>', 'a b'])(
  'without a configured origin the host %s enters no page, robots.txt or sitemap',
  async (host) => {
    const { getFrom } = await openShirtShop({ origin: undefined });
    const page = await getFrom(host, '/shirts');
    expect(page).toContain('200 OK');
    expect(readHead(page)).toMatchObject({ canonical: undefined, og: { url: undefined } });
    expect(page).not.toContain(host);
    const robots = await getFrom(host, '/robots.txt');
    expect(robots).toContain('200 OK');
    expect(robots).not.toContain('Sitemap');
    expect(await getFrom(host, '/sitemap.xml')).toContain('404 Not Found');
  },
);

test('a configured origin is used, whatever host a request names', async () => {
  const shop = await openShirtShop({ origin: 'https://shop.example' });
  expect(await canonicalFrom(shop, 'evil.example')).toBe('https://shop.example/shirts');
});

test('the origin may be in config.json, and the one of the command comes first', async () => {
  const defaultConfig = { origin: 'https://configured.example' };
  const configured = await openShirtShop({ origin: undefined, defaultConfig });
  expect(await canonicalFrom(configured, 'localhost')).toBe('https://configured.example/shirts');
  const both = await openShirtShop({ defaultConfig });
  expect(await canonicalFrom(both, 'localhost')).toBe('https://shop.example/shirts');
});

test.each(['shop.example', 'https://shop.example/', 'ftp://shop.example', ''])(
  'a shop is not served with “%s” for its origin',
  async (origin) => {
    await expect(openShirtShop({ origin })).rejects.toThrow(`--origin is "${origin}"`);
  },
);
