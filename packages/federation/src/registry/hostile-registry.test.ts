import {
  type HostileText,
  hostileAddresses,
  hostileDocuments,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { entryIntegrity } from '../testing.ts';
import { parseActiveRemotes } from './active-remotes.ts';
import { matchRoute } from './match-route.ts';
import { parseRegistry } from './registry.ts';

const release = (id: string, entry = `/remotes/${id}/1.0.0/remoteEntry.js`) => ({
  ...{ id, team: 'Shop', version: '1.0.0', entry, integrity: entryIntegrity },
  routes: [{ page: id, path: `/${id}`, access: 'open', module: './Page' }],
  fragments: { search: { module: './Search' } },
  files: { './Page': ['page.js'] },
});
const account = { id: 'mfe-account', stable: { ...release('mfe-account'), fragments: {} } };
const shop = { id: 'mfe-shop', stable: release('mfe-shop') };
const registry = { format: 2, remotes: [shop, account] };

const texts: readonly HostileText[] = [
  ...scriptInjections,
  ...hostileAddresses,
  ...oddTexts,
  ...prototypeNames.map((name): HostileText => [name, name]),
];

test('an entry is never loaded from a hostile address', () => {
  for (const [title, address] of hostileAddresses) {
    const entry = `${address}/remoteEntry.js`;
    const remotes = [{ ...shop, stable: release('mfe-shop', entry) }, account];
    const parsed = parseRegistry({ format: 2, remotes }, ['https://shop.example']);
    expect(
      parsed.registry.remotes.map(({ id }) => id),
      title,
    ).toEqual(['mfe-account']);
  }
});

test('no text in one remote’s fields takes the other remote with it', () => {
  for (const { title, document } of hostileDocuments(shop, texts)) {
    const parsed = parseRegistry({ format: 2, remotes: [document, account] });
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

test('no registry pollutes a prototype, nor does a remote or a slot with the name of one', () => {
  for (const [title, json] of pollutedDocuments(registry)) {
    expect(isPolluted(parseRegistry(JSON.parse(json))), title).toBe(false);
    const [{ stable } = { stable: {} }] = JSON.parse(json).remotes;
    expect(isPolluted(parseActiveRemotes({ remotes: [stable] })), title).toBe(false);
  }
  for (const name of prototypeNames) {
    const fragments = JSON.parse(`{"${name}":{"module":"./Search"}}`);
    const files = JSON.parse(`{"${name}":["search.js"]}`);
    const stable = { ...release('mfe-shop'), fragments, files };
    expect(() => parseRegistry({ format: 2, remotes: [{ id: 'mfe-shop', stable }] })).not.toThrow();
  }
});

test('no address of a page belongs to a remote by accident', () => {
  const remotes = [release('mfe-shop')];
  for (const [title, text] of texts) expect(matchRoute(remotes, text), title).toBeUndefined();
});
