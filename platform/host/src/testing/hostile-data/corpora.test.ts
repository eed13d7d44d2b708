import { expect, test } from 'vitest';
import {
  hostileAddresses,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  scriptInjections,
} from './index.ts';

// docs/security.md states these figures.
test('the corpora have the documented sizes', () => {
  expect({
    scriptInjections: scriptInjections.length,
    hostileAddresses: hostileAddresses.length,
    oddTexts: oddTexts.length,
  }).toEqual({ scriptInjections: 585, hostileAddresses: 248, oddTexts: 115 });
});

test('no hostile address leads to the page’s own origin or to https://shop.example', () => {
  const origins = hostileAddresses.map(([title, text]) => {
    // On a page over https, 'https:evil.example' is a path.
    const base = 'http://page.example/list';
    return [title, URL.canParse(text, base) ? new URL(text, base).origin : 'none'];
  });
  const known = ['http://page.example', 'https://shop.example'];
  expect(origins.filter(([, origin = '']) => known.includes(origin))).toEqual([]);
});

test('pollutedDocuments puts each polluting field into each of a document’s objects', () => {
  const documents = pollutedDocuments({ a: { b: 1 }, c: [{ d: 'text' }] });
  expect(documents).toHaveLength(3 * 6);
  expect(documents.map(([, json]) => Object.keys(JSON.parse(json)))).toContainEqual([
    'a',
    'c',
    '__proto__',
  ]);
  expect(isPolluted()).toBe(false);
});
