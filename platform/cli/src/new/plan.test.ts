import { expect, test } from 'vitest';
import { type Neighbour, planRemote, type Wishes } from './plan.ts';

const neighbours: Neighbour[] = [
  {
    id: 'mfe-catalog',
    developmentPort: 3001,
    routes: [
      { page: 'home', path: '/' },
      { page: 'wishlist', path: '/wishlist' },
    ],
  },
  { id: 'mfe-account', developmentPort: 3003, routes: [{ page: 'login', path: '/login' }] },
];

/** Ports on which other programs of the machine listen. */
const busy = [3002, 3005];

const plan = (name: string, wishes: Wishes = {}) =>
  planRemote(name, wishes, neighbours, async (port) => !busy.includes(port));

test('a name is enough: the rest follows from it and from the existing remotes', async () => {
  expect(await plan('mfe-gift-cards')).toEqual({
    id: 'mfe-gift-cards',
    feature: 'gift-cards',
    page: 'GiftCardsPage',
    heading: 'Gift cards',
    team: 'Gift cards',
    route: '/gift-cards',
    port: 3004,
  });
});

test('team, route and port can be chosen', async () => {
  const wishes = { team: 'Presents & Co.', route: '/for/you', port: '4000' };
  expect(await plan('mfe-gift-cards', wishes)).toMatchObject({
    team: 'Presents & Co.',
    route: '/for/you',
    port: 4000,
  });
});

const refused: [what: string, name: string, wishes: Wishes, message: RegExp][] = [
  ['a name without the prefix', 'gifts', {}, /write "mfe-" and lower-case words/],
  ['a name with capitals', 'mfe-Gifts', {}, /"mfe-" and lower-case words/],
  ['a name with a digit first', 'mfe-1a', {}, /The first word begins with a letter/],
  ['a bare prefix', 'mfe', {}, /as in mfe-gift-cards/],
  ['a name that is a path', 'mfe-../shell', {}, /can’t be the name of a remote/],
  ['an empty word in a name', 'mfe-gift--cards', {}, /joined by "-", as in/],
  ['a taken id', 'mfe-catalog', {}, /There is a remote mfe-catalog already/],
  ['an empty team', 'mfe-gifts', { team: ' ' }, /can’t be the name of a team/],
  ['a team that is code', 'mfe-gifts', { team: 'a", "b' }, /can’t be the name of a team/],
  ['a relative route', 'mfe-gifts', { route: 'gifts' }, /write lower-case words/],
  ['a route with a parameter', 'mfe-gifts', { route: '/gifts/:id' }, /added later, in remote.json/],
  [
    'a taken page',
    'mfe-wishlist',
    { route: '/wishes' },
    /The page “wishlist” belongs to mfe-catalog/,
  ],
  ['a taken route', 'mfe-gifts', { route: '/login' }, /The route \/login belongs to mfe-account/],
  ['a taken route that follows from the name', 'mfe-login', {}, /choose another --route/],
  ['a route among the files', 'mfe-gifts', { route: '/static/gifts' }, /keeps \/static for files/],
  ['a port that is a word', 'mfe-gifts', { port: 'free' }, /"free" is not a port/],
  ['a port of the system', 'mfe-gifts', { port: '80' }, /from 1024 to 65535/],
  [
    'a taken port',
    'mfe-gifts',
    { port: '3003' },
    /Port 3003 is the development port of mfe-account: choose another, such as --port 3004/,
  ],
  [
    'a port in use',
    'mfe-gifts',
    { port: '3005' },
    /Port 3005 is in use on this machine: choose another, such as --port 3004/,
  ],
  [
    'the shell’s port',
    'mfe-gifts',
    { port: '3000' },
    /Port 3000 is the development port of the shell/,
  ],
];

test.each(refused)('refused, with the reason: %s', async (_what, name, wishes, message) => {
  await expect(plan(name, wishes)).rejects.toThrow(message);
});
