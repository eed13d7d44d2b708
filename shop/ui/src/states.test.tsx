import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { EmptyState } from './EmptyState.tsx';
import { FormError } from './FormError.tsx';
import { ListStatus, LoadError } from './LoadError.tsx';
import { Section } from './Section.tsx';
import { Spinner } from './Spinner.tsx';
import { Stitch } from './Stitch.tsx';
import { TableHead } from './TableHead.tsx';

test('the spinner says that something is loading, and what', () => {
  const { rerender } = render(<Spinner />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  rerender(<Spinner label="Loading products" />);
  expect(screen.getByRole('status').textContent).toBe('Loading products');
});

const refetch = async () => undefined;

test('a list that has not loaded says that it is loading, and a loaded one says nothing', () => {
  const { rerender } = render(
    <ListStatus list="orders" load={{ isError: false, data: undefined, refetch }} />,
  );
  expect(screen.getByRole('status').textContent).toBe('Loading your orders');
  rerender(<ListStatus list="orders" load={{ isError: false, data: [], refetch }} />);
  expect(screen.queryByRole('status')).toBeNull();
});

test.each([
  [undefined, 'Your orders could not be loaded.'],
  // The list was empty before, but may have items by now.
  [[], 'Your orders could not be loaded.'],
  [['one'], 'Your orders could not be brought up to date.'],
])(
  'a failed load of a list that was %j before is reported and can be retried',
  async (data, text) => {
    const retry = vi.fn(refetch);
    render(<ListStatus list="orders" load={{ isError: true, data, refetch: retry }} />);
    expect(screen.getByRole('alert').textContent).toContain(text);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  },
);

test('a successful retry leaves the focus on the page, not at the start of the document', async () => {
  function Page() {
    const [isLoaded, setIsLoaded] = useState(false);
    return (
      <main tabIndex={-1}>
        {isLoaded ? <p>Here</p> : <LoadError message="Lost." onRetry={() => setIsLoaded(true)} />}
      </main>
    );
  }
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Here')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a message without the focus does not move it when it is removed', () => {
  const { rerender } = render(
    <main tabIndex={-1}>
      <LoadError message="Lost." onRetry={() => {}} />
    </main>,
  );
  rerender(<main tabIndex={-1} />);
  expect(document.activeElement).toBe(document.body);
});

test('an empty state shows a picture, gives the reason and offers links', () => {
  render(
    <EmptyState
      title="No products match"
      picture={<svg data-testid="picture" />}
      actions={<a href="/productlist">Clear</a>}
    >
      <p>The price hides the most.</p>
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'No products match' })).toBeDefined();
  expect(screen.getByTestId('picture')).toBeDefined();
  expect(screen.getByText('The price hides the most.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Clear' })).toBeDefined();
});

test('the decorative stitches are hidden from screen readers', () => {
  const { container } = render(<Stitch />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});

test('a section is a landmark labelled by its heading', () => {
  render(
    <Section title="Deliver to" level={3}>
      Kochi
    </Section>,
  );
  expect(screen.getByRole('region', { name: 'Deliver to' }).textContent).toContain('Kochi');
  expect(screen.getByRole('heading', { level: 3, name: 'Deliver to' })).toBeDefined();
});

test('a form has an error line only while there is a message', () => {
  const { rerender } = render(<FormError message={undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<FormError message="Please try again." />);
  expect(screen.getByRole('alert').textContent).toBe('Please try again.');
});

test('a visually hidden table head still names the columns', () => {
  render(
    <table>
      <TableHead hidden columns={['Item', 'Price']} />
    </table>,
  );
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Item',
    'Price',
  ]);
});
