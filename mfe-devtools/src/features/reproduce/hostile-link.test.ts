import {
  hostileAddresses,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  scriptInjections,
} from '@patchwork/hostile-data';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { hashPrefix, readReproduction } from './link.ts';
import { reproductionSchema } from './reproduction.ts';

const link = { version: 1, shop: { 'mfe-catalog': '1.0.0' }, path: '/productlist' };

test('a link leads to no hostile address after it is applied', () => {
  expect(v.is(reproductionSchema, link)).toBe(true);
  for (const [title, path] of [...hostileAddresses, ...scriptInjections]) {
    expect(v.is(reproductionSchema, { ...link, path }), title).toBe(false);
    const read = v.safeParse(reproductionSchema, { ...link, path: `/${path}` });
    // What is taken for a path is one: the browser stays at the shop.
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

test('a text that is no link is refused with a sentence', async () => {
  for (const [title, text] of [...scriptInjections, ...oddTexts]) {
    const read = await readReproduction(hashPrefix + text);
    expect(read.ok, title).toBe(false);
    if (!read.ok) expect(read.error, title).toMatch(/^This link .*\.$/);
  }
});
