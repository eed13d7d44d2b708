import { runningMock } from '@patchwork/mock-server';
import { mockApi } from '@patchwork/shop/api';
import { ok } from '@patchwork/shop/domain';
import { act, screen } from '@testing-library/react';
import { type ComponentType, useEffect, useState } from 'react';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openStandalone } from './open-standalone.tsx';

test('a remote’s page opens alone, and its access rule applies', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  const Page = () => <p>the page itself</p>;
  await act(async () =>
    openStandalone(
      {
        id: 'mfe-gifts',
        routes: [
          { page: 'gifts', path: '/', access: 'open', module: './Gifts', prerender: false },
          {
            page: 'my-gifts',
            path: '/mine',
            access: 'login',
            module: './MyGifts',
            prerender: false,
          },
        ],
      },
      {
        componentOf: <Props,>() => Page as ComponentType<Props>,
        exportsOf: () => undefined,
        gallery: [],
      },
    ),
  );
  expect(await screen.findByText('the page itself')).toBeDefined();
  await act(async () => screen.getByRole('link', { name: '/mine' }).click());
  expect(await screen.findByText(/sent to the page “login”/)).toBeDefined();
});

test('a page’s own API is answered by its mock, also if the page does not use the shop’s client', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/');
  const endpoints = {
    list: {
      method: 'GET',
      path: '/api/gifts',
      access: 'open',
      response: v.array(v.string()),
    },
  } as const;
  const api = mockApi(endpoints, () => ['a ribbon'], { list: ({ data }) => ok(data) });
  function Page() {
    const [gifts, setGifts] = useState<string[]>([]);
    useEffect(
      () => void fetch('/api/gifts').then(async (found) => setGifts(await found.json())),
      [],
    );
    return gifts;
  }
  runningMock()?.shutdown();
  await act(async () =>
    openStandalone(
      {
        id: 'mfe-gifts',
        routes: [{ page: 'gifts', path: '/', access: 'open', module: './Gifts', prerender: false }],
        apis: { '/api/gifts': './Api' },
      },
      {
        componentOf: <Props,>() => Page as ComponentType<Props>,
        exportsOf: (module) => module === './Api' && { api },
        gallery: [],
      },
    ),
  );
  expect(await screen.findByText('a ribbon')).toBeDefined();
});
