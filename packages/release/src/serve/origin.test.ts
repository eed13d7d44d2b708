import { expect, test } from 'vitest';
import { openShirtShop, readHead } from './testing-heads.ts';

const canonicalFrom = async (
  { getFrom }: Awaited<ReturnType<typeof openShirtShop>>,
  host: string,
) => readHead(await getFrom(host, '/shirts')).canonical;

test('without a configured origin the address is the host that the request names', async () => {
  const shop = await openShirtShop({ origin: undefined });
  expect(await canonicalFrom(shop, 'Shop.example:8080')).toBe('http://shop.example:8080/shirts');
  expect(await canonicalFrom(shop, '[::1]:3000')).toBe('http://[::1]:3000/shirts');
});

test.each([
  'shop.example"><script>alert(1)</script>',
  'shop.example/evil',
  'user@shop.example',
  'shop.example:port',
  'shop.example:99999',
  '-shop-',
  'a'.repeat(300),
])('a page has no address for the host %s', async (host) => {
  const shop = await openShirtShop({ origin: undefined });
  const text = await shop.getFrom(host, '/shirts');
  expect(text).toContain('200 OK');
  expect(readHead(text).canonical).toBeUndefined();
  expect(text).not.toContain(host);
});

test('requests with ever new hosts do not make ever more pages', async () => {
  const shop = await openShirtShop({ origin: undefined });
  for (let host = 1; host <= 8; host += 1) {
    expect(await canonicalFrom(shop, `shop-${host}`)).toBe(`http://shop-${host}/shirts`);
  }
  expect(await canonicalFrom(shop, 'shop-9')).toBeUndefined();
  expect(await canonicalFrom(shop, 'shop-8')).toBe('http://shop-8/shirts');
});

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
