import { sampleProducts } from '@patchwork/api/sample-data';
import {
  type HostileText,
  hostileDocuments,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import { expect, test } from 'vitest';
import { tablesOf } from './scenarios.ts';
import { readSnapshot } from './snapshot.ts';

const [product] = sampleProducts;
const snapshot = {
  scenario: 'sample',
  settings: { delay: 0, seed: 1, failures: { getCart: { rate: 1, as: 503 } } },
  difference: [
    { op: 'replace', path: `/products/${product?._id}/title`, value: 'Tunic' },
    { op: 'add', path: '/products/new', value: { ...product, _id: 'new' } },
  ],
};
const texts: readonly HostileText[] = [...scriptInjections, ...oddTexts];

test('the snapshot on which these tests are based is valid', () => {
  expect(readSnapshot(snapshot).ok).toBe(true);
});

test('text in any field is accepted as data or refused', () => {
  for (const { title, document } of hostileDocuments(snapshot, texts)) {
    const read = readSnapshot(document);
    if (!read.ok) expect(read.error.join(), title).toMatch(/^\S/);
  }
});

test('no snapshot pollutes a prototype', () => {
  for (const [title, json] of pollutedDocuments(snapshot)) {
    expect(readSnapshot(JSON.parse(json)).ok, title).toBe(false);
    expect(isPolluted(), title).toBe(false);
  }
});

test('no step reaches a prototype', () => {
  const before = JSON.stringify(tablesOf('sample'));
  const ways = prototypeNames.flatMap((name) => [
    ...[`/products/${name}`, `/products/${name}/x`, `/products/${product?._id}/${name}`],
    ...[`/products/${product?._id}/${name}/${name}`, `/${name}/x`, `/users/sample/cart/${name}/x`],
  ]);
  for (const path of ways) {
    for (const op of ['add', 'replace', 'remove']) {
      const value = { __hostileProperty: true };
      const read = readSnapshot({ ...snapshot, difference: [{ op, path, value }] });
      if (/__proto__|constructor|prototype/.test(path)) expect(read.ok, path).toBe(false);
      expect(isPolluted(), path).toBe(false);
    }
  }
  expect(JSON.stringify(tablesOf('sample'))).toBe(before);
});
