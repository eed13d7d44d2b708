// @vitest-environment happy-dom
import { mockApi, type OwnEndpoint } from '@patchwork/shop/api';
import { ok } from '@patchwork/shop/domain';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { openPage } from './open-page.tsx';

const native = globalThis.fetch;

const gifts = {
  list: {
    method: 'GET',
    path: 'https://api.gifts.example/gifts',
    access: 'open',
    response: v.array(v.string()),
  },
} as const satisfies Record<string, OwnEndpoint>;

const api = mockApi(gifts, () => ['a ribbon'], { list: ({ data }) => ok(data) });

/** Calls its API, and the shop's, without the shop's client. */
function Gifts() {
  const [texts, setTexts] = useState('');
  useEffect(() => {
    const read = async (url: string) => JSON.stringify(await (await fetch(url)).json());
    void Promise.all([read('https://api.gifts.example/gifts'), read('/api/categories')]).then(
      (found) => setTexts(found.join()),
    );
  }, []);
  return texts;
}

test('a page’s own fetch is answered by the mock, and counted', async () => {
  const { mock } = await openPage(Gifts, { apis: [api] });
  expect(await screen.findByText(/a ribbon.*categories/)).toBeDefined();
  expect(mock.calls.map(({ name }) => name).sort()).toEqual([
    'GET https://api.gifts.example/gifts',
    'listCategories',
  ]);
});

test('after a test, the page has its own fetch again', () => {
  expect(globalThis.fetch).toBe(native);
});

test('without a localStorage, as in Node 26 by default, the setting that provides it is named', async () => {
  vi.stubGlobal('localStorage', undefined);
  await expect(openPage(() => null)).rejects.toThrow(
    'use “test: remoteTests” of @patchwork/kit/testing/vitest',
  );
});
