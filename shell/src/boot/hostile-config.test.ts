import {
  hostileAddresses,
  isPolluted,
  pollutedDocuments,
  scriptInjections,
} from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

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

test('no origin of a configuration is anything else than an origin', () => {
  const texts = [...hostileAddresses, ...scriptInjections];
  for (const field of ['imageOrigins', 'remoteOrigins']) {
    for (const [title, text] of texts) {
      const read = () => parseConfig({ [field]: [text] });
      expect(read, `${field}: ${title}`).toThrow(`${field}.0`);
    }
  }
});

test('no script of a payment provider comes from an address of another scheme', () => {
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
