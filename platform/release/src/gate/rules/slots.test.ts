import type { PublishedRemote } from '@patchwork/host';
import { describe, expect, test } from 'vitest';
import { liveWith, remoteVersion, shellVersion } from '../../testing/gate.ts';
import { type Live, nameOf } from '../live.ts';
import { checkSlots } from './slots.ts';

type Slots = Record<string, 'one' | 'many'>;

/** A remote with a page that has slots, and with fragments in slots of others. */
const piece = (id: string, version: string, slots: Slots, ...fills: string[]) =>
  remoteVersion({
    id,
    version,
    routes: [{ page: `${id}-page`, path: `/${id}`, access: 'open', module: './Page', slots }],
    fragments: Object.fromEntries(fills.map((slot) => [slot, { module: './Part' }])),
  });

const shell = (slots: Slots) => shellVersion({ slots });
const shellName = 'shell 1.0.0-bbbbbbbbbb';

const messages = (live: Partial<Live>) =>
  checkSlots(liveWith(live)).map(({ rule, ours, message }) => {
    expect(rule).toBe('slots');
    expect(message).toContain(ours);
    return message;
  });

const releases = (...versions: { release: PublishedRemote }[]) =>
  versions.map(({ release }) => release);

const cart = piece('mfe-cart', '1', { offers: 'many' });
const news = piece('mfe-news', '1', {}, 'offers');
const names = (...versions: Parameters<typeof nameOf>[0][]) => new Set(versions.map(nameOf));

describe('nothing is refused for', () => {
  test.each<[string, Partial<Live>]>([
    ['a slot of a page', { remotes: [cart, news], changed: names(cart, news) }],
    [
      'a slot within a fragment',
      {
        shell: shell({ bar: 'one' }),
        remotes: [
          remoteVersion({
            id: 'mfe-bar',
            fragments: { bar: { module: './Bar', slots: { offers: 'one' } } },
          }),
          news,
        ],
        changed: names(news),
      },
    ],
    [
      'a slot of the shell',
      { shell: shell({ offers: 'one' }), remotes: [news], changed: new Set([shellName]) },
    ],
    [
      'a slot that holds many fragments and that two remotes fill',
      { remotes: [cart, news, piece('mfe-more', '1', {}, 'offers')], changed: names(news) },
    ],
    [
      'a slot that no live piece has, while no shell is live',
      { shell: undefined, remotes: [news], changed: names(news) },
    ],
    [
      'a slot that moves to another remote in the same step',
      {
        before: releases(cart, news),
        remotes: [piece('mfe-cart', '2', {}), piece('mfe-basket', '1', { offers: 'many' }), news],
        changed: new Set(['mfe-cart 2', 'mfe-basket 1']),
      },
    ],
    [
      'a remote that is published beside one with an old fault',
      { remotes: [news, piece('mfe-new', '1', {})], changed: new Set(['mfe-new 1']) },
    ],
  ])('%s', (_, live) => {
    expect(messages(live)).toEqual([]);
  });
});

test('a shell without a slot that a live remote fills is refused', () => {
  const live = { remotes: [news], changed: new Set([shellName]) };
  expect(messages({ ...live, shell: shell({ offer: 'one' }) })).toEqual([
    `${shellName} does not have the slot “offers”, which mfe-news 1 fills. Keep the slot, or release mfe-news without it first.`,
  ]);
});

test('a fragment for a slot that no live piece has is refused', () => {
  const found = checkSlots(liveWith({ remotes: [news], changed: names(news) }));
  expect(found).toEqual([
    {
      severity: 'refusal',
      rule: 'slots',
      file: 'remote.json',
      message:
        'remote.json of mfe-news 1 fills the slot “offers”, which no live piece has. Release the piece that has it first, or correct the name.',
      ours: 'mfe-news 1',
    },
  ]);
});

test('a page that gives up a slot which another remote fills is refused', () => {
  const next = piece('mfe-cart', '2', {});
  const message =
    'mfe-cart 2 does not have the slot “offers”, which mfe-news 1 fills. Keep the slot, or release mfe-news without it first.';
  const live = { before: releases(cart, news), changed: names(next) };
  expect(messages({ ...live, remotes: [next, news] })).toEqual([message]);
  // A canary without the slot takes it from a share of the visitors.
  expect(messages({ ...live, remotes: [cart, next, news] })).toEqual([message]);
});

test('the end of a canary is refused if another remote fills a slot that only the canary has', () => {
  const next = piece('mfe-cart', '2', {});
  expect(messages({ before: releases(next, cart, news), remotes: [next, news] })).toEqual([
    'mfe-cart 2 does not have the slot “offers”, which mfe-news 1 fills. Keep the slot, or release mfe-news without it first.',
  ]);
});

test('the withdrawal of a remote with a slot that another one fills is refused', () => {
  expect(messages({ before: releases(cart, news), remotes: [news] })).toEqual([
    'Without mfe-cart 1 there is no slot “offers”, which mfe-news 1 fills. Release mfe-news without it first.',
  ]);
});

test('a slot that another remote has is refused', () => {
  const basket = piece('mfe-basket', '1', { offers: 'many' });
  expect(messages({ remotes: [cart, basket], changed: names(basket) })).toEqual([
    'remote.json of mfe-basket 1 has the slot “offers”, which mfe-cart 1 has. Choose another name, or release mfe-cart without it first.',
  ]);
  expect(messages({ remotes: [cart, basket], changed: names(cart, basket) })).toHaveLength(1);
  const both = { shell: shell({ offers: 'one' }), remotes: [cart], changed: new Set([shellName]) };
  expect(messages(both)).toEqual([
    `shell.json of ${shellName} has the slot “offers”, which mfe-cart 1 has. Choose another name, or release mfe-cart without it first.`,
  ]);
});

test('two pages of a remote with the same slot are refused', () => {
  const { release } = cart;
  const [route] = release.routes;
  if (!route) throw new Error('it has a page');
  const routes = [route, { ...route, page: 'other', path: '/other' }];
  const twice = remoteVersion({ ...release, routes });
  expect(messages({ remotes: [twice], changed: names(twice) })).toEqual([
    'remote.json of mfe-cart 1 has the slot “offers” twice. Choose another name for one of them.',
  ]);
});

test('a second fragment for a slot that holds one is refused', () => {
  const one = piece('mfe-cart', '1', { offers: 'one' });
  const more = piece('mfe-more', '1', {}, 'offers');
  const live = { remotes: [one, news, more], changed: names(more) };
  const message =
    'remote.json of mfe-more 1 fills the slot “offers”, which holds one fragment, and which mfe-news 1 fills. Choose another slot, or release mfe-news without it first.';
  expect(messages(live)).toEqual([message]);
  expect(messages({ ...live, shell: undefined, remotes: [news, more] })).toEqual([message]);
});

test('a slot that is to hold one fragment while two remotes fill it is refused', () => {
  const next = piece('mfe-cart', '2', { offers: 'one' });
  const more = piece('mfe-more', '1', {}, 'offers');
  expect(messages({ remotes: [next, news, more], changed: names(next) })).toEqual([
    'remote.json of mfe-cart 2 lets the slot “offers” hold one fragment, but mfe-news 1 and mfe-more 1 fill it. Let it hold many, or release one of them without it first.',
  ]);
});
