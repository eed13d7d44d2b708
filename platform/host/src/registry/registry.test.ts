import { expect, test } from 'vitest';
import {
  type HostileText,
  hostileAddresses,
  hostileDocuments,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '../testing/hostile-data/index.ts';
import { entryIntegrity, pageRelease as release } from '../testing/remotes.ts';
import { parseActiveRemotes } from './active-remotes.ts';
import { pageRegistry } from './page-registry.ts';
import { parseRegistry } from './registry.ts';
import { matchRoute } from './routes.ts';

const catalog = {
  id: 'mfe-catalog',
  stable: release('mfe-catalog', '1.1.0-b'),
  canary: { release: release('mfe-catalog', '1.2.0-c'), percent: 10 },
  previous: [release('mfe-catalog', '1.0.0-a')],
};
const account = { id: 'mfe-account', stable: release('mfe-account', '2.0.0-d') };

const parse = (...remotes: unknown[]) => parseRegistry({ format: 2, remotes });
const versions = ({ registry }: ReturnType<typeof parse>) =>
  registry.remotes.map(({ stable, canary, previous }) => [
    stable.version,
    canary?.release.version,
    ...previous.map(({ version }) => version),
  ]);

test('stable, canary and previous versions are read', () => {
  const parsed = parse(catalog, account);
  expect(parsed.problems).toEqual([]);
  expect(versions(parsed)).toEqual([
    ['1.1.0-b', '1.2.0-c', '1.0.0-a'],
    ['2.0.0-d', undefined],
  ]);
});

test('the shell’s pointer is read', () => {
  const shell = { version: '1.0.0-e', previous: ['0.9.0-f'] };
  expect(parseRegistry({ format: 2, shell, remotes: [] }).registry.shell).toEqual(shell);
});

test.each([
  [{ stable: { ...catalog.stable, routes: 7 } }, 'mfe-catalog: routes:'],
  [{ stable: undefined }, 'mfe-catalog: '],
  [
    { stable: release('mfe-account', '1.0.0') },
    'mfe-catalog: id: this is a release of mfe-account',
  ],
  [{ canary: { release: catalog.stable, percent: 100 } }, 'mfe-catalog: canary.percent:'],
])('a remote with %j is left out and named, the others stay', (mistake, problem) => {
  const parsed = parse(account, { ...catalog, ...mistake });
  expect(versions(parsed)).toEqual([['2.0.0-d', undefined]]);
  expect(parsed.problems).toHaveLength(1);
  expect(parsed.problems[0]).toContain(problem);
});

test('a bad canary or previous version is left out, and the stable version stays', () => {
  const parsed = parse({
    ...catalog,
    canary: { release: { ...catalog.stable, entry: 'javascript:alert(1)' }, percent: 10 },
    previous: [{}, ...catalog.previous],
  });
  expect(versions(parsed)).toEqual([['1.1.0-b', undefined, '1.0.0-a']]);
  expect(parsed.problems).toHaveLength(2);
  expect(parsed.problems.join()).toMatch(/a previous version: .*its canary: entry:/);
});

test('a malformed hash makes a version unreadable', () => {
  const stable = { ...account.stable, integrity: { 'remoteEntry.js': 'sha1-abc' } };
  expect(parse({ ...account, stable }).problems.join()).toContain('an integrity is “sha384-…”');
});

test.each([
  ['there is none', undefined],
  ['it is of another file', { 'other.js': entryIntegrity['remoteEntry.js'] }],
])('a version is refused without the hash of its entry: %s', (_what, integrity) => {
  const parsed = parse({ ...catalog, stable: { ...catalog.stable, integrity } }, account);
  expect(versions(parsed)).toEqual([['2.0.0-d', undefined]]);
  expect(parsed.problems).toEqual([
    'mfe-catalog: integrity: the hash of remoteEntry.js is missing: copy “integrity” from the release.json of this version',
  ]);
});

test('a canary or previous version without the hash is left out, and the stable version stays', () => {
  const [canary, old] = [catalog.canary.release, catalog.previous[0]];
  const parsed = parse({
    ...catalog,
    canary: { release: { ...canary, integrity: {} }, percent: 10 },
    previous: [{ ...old, integrity: {} }],
  });
  expect(versions(parsed)).toEqual([['1.1.0-b', undefined]]);
});

test('a page may lack hashes that are in the complete registry', () => {
  const remotes = [{ ...account, stable: { ...account.stable, integrity: {} } }];
  const complete = '/static/registry.json';
  expect(parseRegistry({ format: 2, complete, remotes }).problems).toEqual([]);
});

function from(entry: string, origins?: readonly string[], changes: object = {}) {
  const remotes = [{ ...account, stable: { ...account.stable, entry, ...changes } }];
  return parseRegistry({ format: 2, remotes }, origins).problems;
}

test.each([
  'https://evil.example/remoteEntry.js',
  'http://localhost:3001/remoteEntry.js',
  // Browsers read it as an address of another host.
  '/\n\\evil.example/remoteEntry.js',
])('an entry of an origin that is not listed is refused: %j', (entry) => {
  const [problem] = from(entry, ['https://teams.example']);
  expect(problem).toMatch(
    /^mfe-account: entry: it comes from https?:\/\/(?:evil\.example|localhost:3001), which “remoteOrigins” in config\.json does not list$/,
  );
});

test.each(['https://', 'https://a b/remoteEntry.js', '/\\'])(
  'an entry that is not an address is refused: %j',
  (entry) => expect(from(entry).join()).toContain('mfe-account: entry: '),
);

test('an entry of a listed origin is read', () => {
  expect(from('https://teams.example/remoteEntry.js', ['https://teams.example'])).toEqual([]);
  expect(from('https://teams.example:8443/remoteEntry.js', ['https://teams.example'])).toHaveLength(
    1,
  );
});

test('an entry of a listed development server needs no hash, one from elsewhere does', () => {
  const parsedFrom = (entry: string) => from(entry, [new URL(entry).origin], { integrity: {} });
  expect(parsedFrom('http://localhost:3001/remoteEntry.js')).toEqual([]);
  expect(parsedFrom('https://teams.example/remoteEntry.js')).toHaveLength(1);
  expect(parsedFrom('http://localhost.evil.example:3001/remoteEntry.js')).toHaveLength(1);
});

test('a canary can’t claim another remote’s route, whichever is listed first', () => {
  const canary = {
    release: release('mfe-catalog', '2', { routes: account.stable.routes }),
    percent: 1,
  };
  const parsed = parse({ ...catalog, canary }, account);
  expect(versions(parsed)).toEqual([
    ['1.1.0-b', undefined, '1.0.0-a'],
    ['2.0.0-d', undefined],
  ]);
  expect(parsed.problems).toEqual([
    'mfe-catalog: its canary: the route /mfe-account is mfe-account’s already',
  ]);
});

test.each([
  null,
  'text',
  {},
  { format: 1, remotes: [] },
  { format: 3, remotes: [] },
  { format: 2, remotes: {} },
])('%j is not a registry', (document) => {
  expect(() => parseRegistry(document)).toThrow('Unreadable registry');
});

test.each([
  ['an unreadable remote', { id: 'mfe-account', stable: 'gone' }],
  ['a remote without an id', { stable: account.stable }],
  ['null for a remote', null],
])('a registry with %s says that it is incomplete', (_, entry) => {
  expect(parse(catalog, entry).registry.incomplete).toBe(true);
});

test('a registry that lacks only a canary or a duplicate remote is complete', () => {
  const canary = { release: 'gone', percent: 10 };
  const { registry, problems } = parse({ ...catalog, canary }, account, account);
  expect(registry.remotes.map(({ id }) => id)).toEqual(['mfe-catalog', 'mfe-account']);
  expect(problems.at(-1)).toBe('mfe-account: listed twice');
  expect(registry.incomplete).toBeUndefined();
});

test('a page knows that a remote was left out of the registry that it was made from', () => {
  const { registry } = parse(catalog, { id: 'mfe-account' });
  const page = JSON.parse(JSON.stringify(pageRegistry(registry)));
  expect(parseRegistry(page)).toMatchObject({ registry: { incomplete: true }, problems: [] });
});

const pieceAt = (id: string, changes: object = {}) =>
  release(id, '1.0.0', {
    fragments: { search: { module: './Search' } },
    files: { './Home': ['home.js'] },
    ...changes,
  });
const neighbour = { id: 'mfe-account', stable: { ...pieceAt('mfe-account'), fragments: {} } };
const shop = { id: 'mfe-shop', stable: pieceAt('mfe-shop') };
const hostileRegistry = { format: 2, remotes: [shop, neighbour] };

const texts: readonly HostileText[] = [
  ...scriptInjections,
  ...hostileAddresses,
  ...oddTexts,
  ...prototypeNames.map((name): HostileText => [name, name]),
];

test('an entry is never loaded from a hostile address', () => {
  for (const [title, address] of hostileAddresses) {
    const entry = `${address}/remoteEntry.js`;
    const remotes = [{ ...shop, stable: pieceAt('mfe-shop', { entry }) }, neighbour];
    const parsed = parseRegistry({ format: 2, remotes }, ['https://shop.example']);
    expect(
      parsed.registry.remotes.map(({ id }) => id),
      title,
    ).toEqual(['mfe-account']);
  }
});

test('no text in one remote’s fields affects the other remote', () => {
  for (const { title, document } of hostileDocuments(shop, texts)) {
    const parsed = parseRegistry({ format: 2, remotes: [document, neighbour] });
    expect(
      parsed.registry.remotes.map(({ id }) => id),
      title,
    ).toContain('mfe-account');
    for (const { stable } of parsed.registry.remotes) {
      const [route] = stable.routes;
      expect(`${stable.id} ${route?.path} ${route?.module}`, title).toMatch(
        /^[\w-]+ [\w/:-]+ \.\/\w+$/,
      );
    }
  }
});

test('no registry pollutes a prototype, and a slot with a name of Object’s prototype is read without an error', () => {
  for (const [title, json] of pollutedDocuments(hostileRegistry)) {
    expect(isPolluted(parseRegistry(JSON.parse(json))), title).toBe(false);
    const [{ stable } = { stable: {} }] = JSON.parse(json).remotes;
    expect(isPolluted(parseActiveRemotes({ remotes: [stable] })), title).toBe(false);
  }
  for (const name of prototypeNames) {
    const fragments = JSON.parse(`{"${name}":{"module":"./Search"}}`);
    const files = JSON.parse(`{"${name}":["search.js"]}`);
    const stable = { ...pieceAt('mfe-shop'), fragments, files };
    expect(() => parseRegistry({ format: 2, remotes: [{ id: 'mfe-shop', stable }] })).not.toThrow();
  }
});

test('no hostile text is the address of a remote’s page', () => {
  const remotes = [pieceAt('mfe-shop')];
  for (const [title, text] of texts) expect(matchRoute(remotes, text), title).toBeUndefined();
});

test.each([
  [{ gallery: { value: true, percent: 0 } }, 'gallery.percent'],
  [{ gallery: { value: true, percent: 101 } }, 'gallery.percent'],
  [{ gallery: { value: null, percent: 10 } }, 'gallery.value'],
])('values that can’t be read are left out alone: %j', (values, field) => {
  const remotes = [{ id: 'mfe-catalog', stable: release('mfe-catalog', '1.0.0-a'), values }];
  const { registry, problems } = parseRegistry({ format: 2, remotes });
  expect(registry.remotes).toHaveLength(1);
  expect(registry.remotes[0]?.values).toBeUndefined();
  expect(problems.join()).toContain(`mfe-catalog: values: ${field}`);
});
