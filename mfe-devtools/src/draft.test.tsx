import {
  hostileAddresses,
  isPolluted,
  isUnicode,
  oddTexts,
  pollutedDocuments,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import fc from 'fast-check';
import { createStore } from 'jotai';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  blankRow,
  bodyTextAtom,
  changeDraftAtom,
  type Draft,
  draftAtom,
  draftQuery,
  draftSchema,
  emptySecrets,
  firstDraft,
  readDraftLink,
  withoutDraft,
} from './draft.ts';
import { parseRequestBody } from './request-body.ts';

const draft: Draft = {
  method: 'POST',
  endpoint: '/api/user/cart?a=1&b=ü#x',
  headers: [{ isUsed: true, header: 'X-Mine', value: 'a, "b"' }, blankRow],
  body: '{"product":{"_id":"p/1"}}',
};

function follow(link: string) {
  const store = createStore();
  const linked = readDraftLink(link.slice(link.indexOf('?')));
  if (linked) store.set(draftAtom, linked);
  return store.get(draftAtom);
}

describe('a link', () => {
  test('contains the draft', () => {
    expect(follow(draftQuery(draft))).toEqual(draft);
  });

  test('leaves out headers and a body that are unchanged', () => {
    expect(draftQuery({ ...firstDraft, endpoint: '/api/test-todos' })).toBe(
      '?method=GET&endpoint=/api/test-todos',
    );
  });

  test('never contains an authorization header, neither when written nor when read', () => {
    const token = { isUsed: true, header: ' Authorization ', value: 'secret' };
    expect(draftQuery({ ...draft, headers: [token, ...draft.headers] })).toBe(draftQuery(draft));
    const forged = `?headers=${encodeURIComponent('[["authorization","secret",true]]')}`;
    expect(readDraftLink(forged)?.headers).toEqual([]);
  });

  test('leaves out headers with tokens, and empties secret fields of the body', () => {
    const secrets = ['x-xsrf-token', 'Cookie', 'Proxy-Authorization'];
    const headers = secrets.map((header) => ({ isUsed: true, header, value: 'needle' }));
    const body = '{"email":"a@b.example","password":"needle","reset":{"token":"needle"}}';
    const link = draftQuery({ ...draft, headers: [...headers, ...draft.headers], body });
    expect(link).not.toContain('needle');
    expect(follow(link)).toEqual({
      ...draft,
      body: '{"email":"a@b.example","password":"","reset":{"token":""}}',
    });
  });

  test('leaves out the secrets of the address, and numbers of the body stay as they were typed', () => {
    const link = draftQuery({
      ...draft,
      endpoint: '/api/x?access_token=S1&a=1',
      headers: [{ isUsed: true, header: 'X-API-Key', value: 'K1' }, ...draft.headers],
      body: '{"client_secret":"S2","id":4634343214213523454,"p":1.00}',
    });
    expect(link).not.toMatch(/S1|K1|S2/);
    expect(follow(link)).toEqual({
      ...draft,
      endpoint: '/api/x?access_token=&a=1',
      body: '{"client_secret":"","id":4634343214213523454,"p":1.00}',
    });
  });

  test('names the secrets that it left empty', () => {
    expect(emptySecrets({ endpoint: '/x?a=&sig=&b=1', body: '{"otp":"","note":""}' })).toEqual([
      'sig',
      'otp',
    ]);
    expect(emptySecrets({ endpoint: '/x?sig=1', body: 'user=&password=&a=1' })).toEqual([
      'password',
    ]);
  });

  test('is read with the first draft’s parts in place of unreadable ones', () => {
    expect(follow('/mockman?method=TRACE&headers=[1&endpoint=/a')).toEqual({
      ...firstDraft,
      endpoint: '/a',
    });
  });

  test('without a draft is read as null, and the rest of its query stays', () => {
    expect(readDraftLink('?mock=slow')).toBeNull();
    expect(String(withoutDraft('?mock=slow&method=GET&endpoint=/a&headers=&body='))).toBe(
      'mock=slow',
    );
  });
});

describe('the draft', () => {
  test('survives a reload of the tab, with text that is not JSON', () => {
    const store = createStore();
    store.set(draftAtom, draft);
    store.set(bodyTextAtom, '{"half');
    const reloaded = createStore();
    expect(reloaded.get(draftAtom)).toEqual(draft);
    expect(reloaded.get(bodyTextAtom)).toBe('{"half');
  });

  test('is the first draft if data of another shape is stored', () => {
    const text = '{"version":1,"value":{"draft":{"method":"TRACE"},"bodyText":""}}';
    sessionStorage.setItem('patchwork:tester-draft', text);
    expect(createStore().get(draftAtom)).toEqual(firstDraft);
  });

  test('always ends with a blank row', () => {
    const store = createStore();
    store.set(draftAtom, { ...draft, headers: [] });
    expect(store.get(draftAtom).headers).toEqual([blankRow]);
    store.set(changeDraftAtom, { headers: [{ ...blankRow, isUsed: true }] });
    expect(store.get(draftAtom).headers).toHaveLength(2);
  });

  test('keeps the body’s text when another part changes, but not when the draft is replaced', () => {
    const store = createStore();
    store.set(bodyTextAtom, '{"a');
    store.set(changeDraftAtom, { method: 'DELETE' });
    expect(store.get(bodyTextAtom)).toBe('{"a');
    store.set(draftAtom, firstDraft);
    expect(store.get(bodyTextAtom)).toBe('{}');
  });
});

const texts = [...hostileAddresses, ...scriptInjections, ...oddTexts];

test('a link fills the draft with its texts unchanged, and with a method that the tester has', () => {
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

test('any JSON value is read back unchanged', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseRequestBody(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test.each(['', '   ', '{', "{'a': 1}", 'undefined'])('%j is reported as invalid JSON', (text) => {
  expect(parseRequestBody(text)).toEqual({ ok: false, error: 'Error in JSON format' });
});
