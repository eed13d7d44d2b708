import { pathOfPage } from '@patchwork/federation';
import { MemoryRouter } from '@patchwork/shop/host';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OtherRemotesPage } from './OtherRemotesPage.tsx';

test.each([
  ['a link to another remote’s page', pathOfPage([], 'cart'), 'The page “cart” belongs'],
  ['a path of another remote', '/orders', '/orders belongs'],
])('%s is explained', (_what, path, start) => {
  const { unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <OtherRemotesPage />
    </MemoryRouter>,
  );
  expect(screen.getByText(`${start} to another remote of the shop.`)).toBeDefined();
  unmount();
});
