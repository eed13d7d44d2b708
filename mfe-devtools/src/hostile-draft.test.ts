import {
  hostileAddresses,
  isPolluted,
  isUnicode,
  oddTexts,
  pollutedDocuments,
  scriptInjections,
} from '@patchwork/hostile-data';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { draftSchema, firstDraft } from './draft.ts';
import { readDraftLink } from './draft-link.ts';

const texts = [...hostileAddresses, ...scriptInjections, ...oddTexts];

test('a link fills the draft with its texts as they are, and with a method that the tester has', () => {
  for (const [title, text] of texts.filter(([, each]) => isUnicode(each) && each !== '')) {
    const linked = readDraftLink(
      String(new URLSearchParams({ method: text, endpoint: text, body: text })),
    );
    expect(linked?.endpoint, title).toBe(text);
    expect(linked?.method, title).toBe('GET');
  }
});

test('no stored draft pollutes a prototype', () => {
  for (const [title, json] of pollutedDocuments(firstDraft)) {
    expect(isPolluted(v.safeParse(draftSchema, JSON.parse(json)).output), title).toBe(false);
  }
});
