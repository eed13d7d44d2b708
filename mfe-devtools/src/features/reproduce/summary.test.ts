import { expect, test } from 'vitest';
import { compareVersions, summarize } from './summary.ts';

test('a link is described in words', () => {
  const entries = summarize({
    version: 1,
    shop: {},
    path: '/productlist',
    mock: {
      scenario: 'huge-catalogue',
      settings: {
        delay: 2500,
        seed: 42,
        failures: {
          listProducts: { rate: 0.5, as: 500 },
          getCart: { rate: 1, as: 'network' },
          login: { rate: 0, as: 401 },
        },
      },
      difference: [
        { op: 'replace', path: '/products/puddle-raincoat/price', value: '1' },
        { op: 'remove', path: '/products/chikankari-tunic' },
        { op: 'add', path: '/users/tara', value: {} },
      ],
    },
    draft: { method: 'POST', endpoint: '/api/user/cart', headers: [], body: '' },
  });
  expect(entries).toEqual([
    ['Page', '/productlist'],
    ['Scenario', 'Huge catalogue'],
    ['Delay', '2.5\u00a0s'],
    ['Seed', '42'],
    [
      'Failures',
      'GET /api/products: 50% get status 500',
      'GET /api/user/cart: 100% get no response',
    ],
    ['Data', '2 changes in products, 1 change in users'],
    ['Tester’s draft', 'POST /api/user/cart'],
  ]);
});

test('remotes of another version are named, the same ones are not', () => {
  const made = { 'mfe-catalog': '1.0.0', 'mfe-account': '2.0.0', 'mfe-gone': '1.0.0' };
  expect(compareVersions(made, { 'mfe-catalog': '1.1.0', 'mfe-account': '2.0.0' })).toEqual([
    'Made with mfe-catalog 1.0.0, here 1.1.0.',
    'Made with mfe-gone 1.0.0, which this page does not have.',
  ]);
});
