import {
  hostileAddresses,
  isPolluted,
  pollutedDocuments,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { gzip, hashPrefix, packReproduction, readReproduction, toBase64url } from './link.ts';
import {
  compareVersions,
  type Reproduction,
  reproductionSchema,
  summarize,
} from './reproduction.ts';

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

const mock = {
  scenario: 'sample',
  settings: { delay: 400, seed: 7, failures: { getCart: { rate: 0.25, as: 'network' } } },
  difference: [{ op: 'add', path: '/users/tara', value: { name: 'Tara — तारा', cart: [] } }],
} as const;

const draft = fc.record({
  method: fc.constantFrom('GET' as const, 'POST' as const, 'DELETE' as const),
  endpoint: fc.string({ unit: 'binary' }),
  headers: fc.array(fc.record({ isUsed: fc.boolean(), header: fc.string(), value: fc.string() })),
  body: fc.string({ unit: 'grapheme' }),
});

const reproduction = fc.record(
  {
    version: fc.constant(1 as const),
    shop: fc.dictionary(fc.stringMatching(/^mfe-[a-z]{1,9}$/), fc.string()),
    path: fc.constantFrom('/', '/productlist?sort=LOWTOHIGH', '/productlist/puddle-raincoat'),
    mock: fc.constant(mock),
    draft,
  },
  { requiredKeys: ['version', 'shop', 'path'] },
) as fc.Arbitrary<Reproduction>;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ %.=+/';

const packed = async (document: unknown) =>
  hashPrefix + toBase64url(await gzip(new TextEncoder().encode(JSON.stringify(document))));

const plain = { version: 1, shop: { 'mfe-catalog': '1.0.0' }, path: '/' } as const;

test('any packed state is read back', async () => {
  await fc.assert(
    fc.asyncProperty(reproduction, async (state) => {
      const sent = json(state);
      const hash = await packReproduction(sent);
      expect(hash).toMatch(/^#reproduce=[\w-]+$/);
      expect(await readReproduction(hash)).toEqual({ ok: true, value: sent });
    }),
    { numRuns: 60 },
  );
});

test('a link with a changed character is refused or has the same state', async () => {
  const position = fc.nat({ max: 100_000 });
  const letter = fc.constantFrom(...letters);
  await fc.assert(
    fc.asyncProperty(reproduction, position, letter, async (state, where, other) => {
      const sent = json(state);
      const hash = await packReproduction(sent);
      const at = hashPrefix.length + (where % (hash.length - hashPrefix.length));
      const read = await readReproduction(hash.slice(0, at) + other + hash.slice(at + 1));
      // Some bits carry no data: a few in gzip's header, and the last letter's beyond the last byte.
      if (read.ok) expect(read.value).toEqual(sent);
    }),
    { numRuns: 200 },
  );
});

test('a truncated link is refused', async () => {
  await fc.assert(
    fc.asyncProperty(reproduction, fc.nat({ max: 100_000 }), async (state, where) => {
      const hash = await packReproduction(json(state));
      const length = hashPrefix.length + (where % (hash.length - hashPrefix.length - 1));
      expect(await readReproduction(hash.slice(0, length))).toMatchObject({ ok: false });
    }),
    { numRuns: 100 },
  );
});

test('any other text is refused with a message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const read = await readReproduction(hashPrefix + text);
      expect(read).toEqual({ ok: false, error: expect.stringMatching(/^This link .*\.$/) });
    }),
  );
});

describe('a link is refused with a message', () => {
  const refusal = async (document: unknown) => {
    const read = await readReproduction(await packed(document));
    return read.ok ? 'accepted' : read.error;
  };

  test('when another version of the panel made it', async () => {
    expect(await refusal({ ...plain, version: 2 })).toBe(
      'This link is in format 2, and this panel reads format 1 only. Open it in the release that made it.',
    );
  });

  test.each([[null], ['text'], [{}], [[]]])('when it holds %j', async (document) => {
    expect(await refusal(document)).toBe('This link does not hold the state of a shop.');
  });

  test('when the scenario is unknown', async () => {
    expect(await refusal({ ...plain, mock: { ...mock, scenario: 'moon-shop' } })).toBe(
      'This link is not valid: mock.scenario: is no scenario of this mock.',
    );
  });

  test.each(['https://other.example/', '/#reproduce=x', '/a/../b'])(
    'when it leads to %j',
    async (path) => {
      expect(await refusal({ ...plain, path })).toContain(
        'path: it does not lead to a page of this shop',
      );
    },
  );

  test.each([
    [{ settings: { ...mock.settings, delay: 10_001 } }, 'mock.settings.delay'],
    [{ settings: { ...mock.settings, failures: { listProducts: { rate: 2, as: 500 } } } }, 'rate'],
    [{ settings: { ...mock.settings, failures: { buyAll: { rate: 1, as: 500 } } } }, 'buyAll'],
    [{ difference: [{ op: 'move', path: '/products/a' }] }, 'mock.difference.0.op'],
    [{ difference: [{ op: 'remove', path: '/secrets/a' }] }, 'mock.difference.0.path'],
  ])('when its state of the mock has %j', async (change, field) => {
    expect(await refusal({ ...plain, mock: { ...mock, ...change } })).toContain(field);
  });

  test('when it unpacks to more than 5 MB', async () => {
    const bomb = await packed({ ...plain, shop: { 'mfe-catalog': '1'.repeat(6_000_000) } });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await readReproduction(bomb)).toEqual({
      ok: false,
      error: 'This link unpacks to more than 5 MB, which no panel makes.',
    });
  });

  test('when it is longer than any that the panel creates', async () => {
    expect(await readReproduction(hashPrefix + 'A'.repeat(2_000_001))).toMatchObject({
      error: 'This link is longer than any that the panel makes.',
    });
  });
});

const link = { version: 1, shop: { 'mfe-catalog': '1.0.0' }, path: '/productlist' };

test('an applied link opens no hostile URL', () => {
  expect(v.is(reproductionSchema, link)).toBe(true);
  for (const [title, path] of [...hostileAddresses, ...scriptInjections]) {
    expect(v.is(reproductionSchema, { ...link, path }), title).toBe(false);
    const read = v.safeParse(reproductionSchema, { ...link, path: `/${path}` });
    // An accepted text must be a path, so that the browser stays in the shop.
    if (!read.success) continue;
    const { origin } = new URL(read.output.path, 'https://page.example');
    expect(origin, title).toBe('https://page.example');
  }
});

test('no link pollutes a prototype', () => {
  for (const [title, json] of pollutedDocuments(link)) {
    const read = v.safeParse(reproductionSchema, JSON.parse(json));
    expect(isPolluted(read.output), title).toBe(false);
  }
});

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
    ['Own responses', 'none'],
    ['Data', '2 changes in products, 1 change in users'],
    ['Tester’s draft', 'POST /api/user/cart'],
  ]);
});

test('remotes of another version are named, those of the same version are not', () => {
  const made = { 'mfe-catalog': '1.0.0', 'mfe-account': '2.0.0', 'mfe-gone': '1.0.0' };
  expect(compareVersions(made, { 'mfe-catalog': '1.1.0', 'mfe-account': '2.0.0' })).toEqual([
    'Made with mfe-catalog 1.0.0, here 1.1.0.',
    'Made with mfe-gone 1.0.0, which this page does not have.',
  ]);
});
