import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { useLocation } from '@patchwork/shop';
import { cleanup, render, screen } from '@testing-library/react';
import { createStore, Provider, useAtomValue } from 'jotai';
import { afterEach, expect, test } from 'vitest';
import { draftAtom } from '../../draft.ts';
import { useLinkedDraft } from './useLinkedDraft.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function Page() {
  useLinkedDraft();
  const { pathname, search } = useLocation();
  const { endpoint } = useAtomValue(draftAtom);
  return (
    <output>
      {endpoint} at {pathname + search}
    </output>
  );
}

test('a component that reads the address sees it without the draft, on the first page too', async () => {
  const router = createMemoryRouter([{ path: '/mockman', Component: Page }], {
    initialEntries: ['/mockman?mock=slow&endpoint=/api/products'],
  });
  // As the shop does, whose state follows the router from before the first render.
  router.subscribe(() => undefined);
  render(
    <Provider store={createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(await screen.findByText('/api/products at /mockman?mock=slow')).toBeDefined();
});
