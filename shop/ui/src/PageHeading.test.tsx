import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageHeading } from './PageHeading.tsx';

test('the heading is part of the document’s title', () => {
  const { rerender } = render(<PageHeading>My Wishlist</PageHeading>);
  expect(document.title).toBe('My Wishlist · Patchwork');
  rerender(<PageHeading>Your wishlist is empty :(</PageHeading>);
  expect(document.title).toBe('Your wishlist is empty :( · Patchwork');
});

test('a separate title replaces the whole', () => {
  render(<PageHeading title="Patchwork">Made to last</PageHeading>);
  expect(document.title).toBe('Patchwork');
});

test('a heading that appears late gets the focus that was left on main', () => {
  const { rerender } = render(<main tabIndex={-1} />);
  screen.getByRole('main').focus();
  rerender(
    <main tabIndex={-1}>
      <PageHeading>Ajrakh Camp-Collar Shirt</PageHeading>
    </main>,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('a heading that is replaced passes the focus to the next one', () => {
  const page = (heading: string) => (
    <main tabIndex={-1}>
      <div key={heading}>
        <PageHeading>{heading}</PageHeading>
      </div>
    </main>
  );
  const { rerender } = render(page('Loading the product'));
  screen.getByRole('heading').focus();
  rerender(page('Ajrakh Camp-Collar Shirt'));
  const heading = screen.getByRole('heading', { name: 'Ajrakh Camp-Collar Shirt' });
  expect(document.activeElement).toBe(heading);
});

test('it leaves the focus where the shopper put it', () => {
  render(
    <main tabIndex={-1}>
      <input aria-label="Search" />
    </main>,
  );
  screen.getByRole('textbox').focus();
  render(<PageHeading>All products</PageHeading>);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
