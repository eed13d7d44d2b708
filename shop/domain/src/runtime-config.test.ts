import {
  hostileAddresses,
  isPolluted,
  pollutedDocuments,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import { expect, test } from 'vitest';
import { parseConfig } from './runtime-config.ts';

const razorpay = { provider: 'razorpay', key: 'rzp_test_1a2b3c' };

test.each([
  {},
  { devtools: {} },
  { devtools: { overrideOrigins: [] } },
  { devtools: { overrideOrigins: ['http://localhost:3001', 'https://preview.example.com'] } },
  { apiBaseUrl: 'https://api.example.com' },
  { apiBaseUrl: '/' },
  { catalogue: { maxPrice: 10_000, query: true } },
  { imageOrigins: ['https://pictures.example'], hstsMaxAgeSeconds: 31_536_000 },
  { contact: { email: 'help@shop.example', hours: 'Daily, 10 to 18', address: 'Jaipur' } },
  { contact: {}, social: [] },
  { social: [{ name: 'Instagram', url: 'https://www.instagram.com/shop' }] },
  { reporting: { url: '/reports' } },
  { reporting: { url: '/reports', visits: 0.1 } },
  { reporting: { url: 'https://reports.example.com/patchwork?shop=1' } },
  { payment: { ...razorpay, scriptUrl: 'https://pay.example.com/checkout.js' } },
  { payment: { ...razorpay, scriptUrl: 'http://pay.localhost:8080/double.js' } },
])('%j is taken as it is; payments are simulated if it does not mention them', (config) => {
  expect(parseConfig(config)).toEqual({ payment: { provider: 'simulator' }, ...config });
});

test('Razorpay needs a key, and has a default address for its script', () => {
  expect(parseConfig({ payment: razorpay }).payment).toEqual({
    ...razorpay,
    scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  });
});

test.each([
  ['apiBaseUrl', { apiBaseUrl: 'api' }],
  ['apiBaseUrl', { apiBaseUrl: '/api' }],
  ['apiBaseUrl', { apiBaseUrl: '//api.example.com' }],
  ['apiBaseUrl', { apiBaseUrl: 7 }],
  ['devtools', { devtools: true }],
  ['contact', { contact: 'help@shop.example' }],
  ['contact.email', { contact: { email: 'help' } }],
  ['contact.email', { contact: { email: 'help@shop.example?bcc=all@shop.example' } }],
  ['contact.hours', { contact: { hours: ' ' } }],
  ['contact.phone', { contact: { phone: '1' } }],
  ['social', { social: 'https://www.instagram.com/shop' }],
  ['social.0.name', { social: [{ url: 'https://www.instagram.com/shop' }] }],
  ['social.0.url', { social: [{ name: 'Instagram', url: 'javascript:alert(1)' }] }],
  ['imageOrigins', { imageOrigins: 'https://pictures.example' }],
  ['imageOrigins.0', { imageOrigins: ['https://pictures.example/'] }],
  ['hstsMaxAgeSeconds', { hstsMaxAgeSeconds: '1 year' }],
  ['origin', { origin: 'https://shop.example/' }],
  ['devtools.overrideOrigins', { devtools: { overrideOrigins: 'http://localhost:3001' } }],
  ['devtools.overrideOrigins.0', { devtools: { overrideOrigins: ['http://localhost:3001/'] } }],
  ['devtools.overrideOrigins.1', { devtools: { overrideOrigins: ['https://a.b', 'localhost'] } }],
  ['devtools.overrideOrigins.0', { devtools: { overrideOrigins: ['https://*.example.com'] } }],
  ['devtools.overrideOrigins.0', { devtools: { overrideOrigins: ['data:text/javascript,1'] } }],
  ['devtools.overrideOrigins.0', { devtools: { overrideOrigins: [3001] } }],
  ['remoteOrigins', { remoteOrigins: 'https://teams.example' }],
  ['remoteOrigins.0', { remoteOrigins: ['https://teams.example/remotes'] }],
  ['remoteOrigins.0', { remoteOrigins: ['https://*.example'] }],
  ['remoteOrigins.1', { remoteOrigins: ['https://a.b', '*'] }],
  ['apiBaseUrl', { apiBaseUrl: 'localhost:3000' }],
  ['apiBaseUrl', { apiBaseUrl: 'file:///api' }],
  // A misspelt field would otherwise start the mock, or simulated payments.
  ['apiBaseURL', { apiBaseURL: 'https://api.example.com' }],
  ['payments', { payments: { provider: 'razorpay' } }],
  ['payment.script', { payment: { ...razorpay, script: 'https://pay.example.com/c.js' } }],
  ['reporting', { reporting: '/reports' }],
  ['reporting.url', { reporting: {} }],
  ['reporting.url', { reporting: { url: 'reports' } }],
  ['reporting.url', { reporting: { url: '//reports.example.com' } }],
  ['reporting.url', { reporting: { url: '/\\reports.example.com' } }],
  ['reporting.url', { reporting: { url: 'data:text/plain,1' } }],
  ['reporting.visits', { reporting: { url: '/reports', visits: 10 } }],
  ['reporting.to', { reporting: { url: '/reports', to: 'me' } }],
  ['catalogue.maxprice', { catalogue: { maxprice: 5000 } }],
  ['catalogue.maxPrice', { catalogue: { maxPrice: '5000' } }],
  ['catalogue.maxPrice', { catalogue: { maxPrice: 0 } }],
  ['catalogue.maxPrice', { catalogue: { maxPrice: 4975 } }],
  ['catalogue.query', { catalogue: { query: 'yes' } }],
  ['payment', { payment: 'razorpay' }],
  ['payment.provider', { payment: { provider: 'cash' } }],
  ['payment.key', { payment: { provider: 'razorpay' } }],
  ['payment.key', { payment: { ...razorpay, key: '' } }],
  ['payment.key', { payment: { ...razorpay, key: 'a secret' } }],
  ['payment.scriptUrl', { payment: { ...razorpay, scriptUrl: 'checkout.js' } }],
  ['payment.scriptUrl', { payment: { ...razorpay, scriptUrl: 'http://pay.example.com/c.js' } }],
  ['payment.scriptUrl', { payment: { ...razorpay, scriptUrl: 'data:text/javascript,1' } }],
])('%s is named when it is at fault: %j', (field, config) => {
  expect(() => parseConfig(config)).toThrow(`config could not be read: ${field}: `);
});

test('a document that is no object is refused', () => {
  expect(() => parseConfig('nonsense')).toThrow(
    /config could not be read: document: .+ See docs\/configuration\.md$/,
  );
});

const config = {
  apiBaseUrl: 'https://api.example',
  payment: { provider: 'simulator' },
  catalogue: { maxPrice: 4000 },
  devtools: { overrideOrigins: ['https://preview.example'] },
  reporting: { url: '/reports' },
};

test('a configuration with a field that would change a prototype is refused, or has no effect', () => {
  expect(parseConfig(config)).toMatchObject(config);
  for (const [title, json] of pollutedDocuments(config)) {
    try {
      expect(isPolluted(parseConfig(JSON.parse(json))), title).toBe(false);
    } catch (error) {
      expect(String(error), title).toContain('config could not be read');
    }
    expect(isPolluted(), title).toBe(false);
  }
});

test('a text that is not an origin is refused in the configuration', () => {
  const texts = [...hostileAddresses, ...scriptInjections];
  for (const field of ['imageOrigins', 'remoteOrigins']) {
    for (const [title, text] of texts) {
      const read = () => parseConfig({ [field]: [text] });
      expect(read, `${field}: ${title}`).toThrow(`${field}.0`);
    }
  }
});

test('the address of a payment provider’s script is refused unless its scheme is https', () => {
  for (const [title, scriptUrl] of [...hostileAddresses, ...scriptInjections]) {
    const payment = { provider: 'razorpay', key: 'rzp_test_1', scriptUrl };
    try {
      const read = parseConfig({ payment }).payment;
      const { protocol } = new URL('scriptUrl' in read ? read.scriptUrl : '');
      expect(protocol, title).toBe('https:');
    } catch (error) {
      expect(String(error), title).toContain('payment.scriptUrl');
    }
  }
});
