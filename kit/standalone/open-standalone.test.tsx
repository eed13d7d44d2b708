import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
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
      { componentOf: <Props,>() => Page as ComponentType<Props>, gallery: [] },
    ),
  );
  expect(await screen.findByText('the page itself')).toBeDefined();
  await act(async () => screen.getByRole('link', { name: '/mine' }).click());
  expect(await screen.findByText(/sent to the page “login”/)).toBeDefined();
});
