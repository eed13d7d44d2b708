import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { EmptyState } from './EmptyState.tsx';
import { LoadError } from './LoadError.tsx';
import { Spinner } from './Spinner.tsx';
import { Stitch } from './Stitch.tsx';

afterEach(cleanup);

test('the spinner tells that something loads, and what', () => {
  const { rerender } = render(<Spinner />);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  rerender(<Spinner label="Loading products" />);
  expect(screen.getByRole('status').textContent).toBe('Loading products');
});

test('a failed load is announced and can be tried again', async () => {
  const retry = vi.fn();
  render(<LoadError message="The products could not be loaded." onRetry={retry} />);
  expect(screen.getByRole('alert').textContent).toContain('The products could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test("a retry that succeeds leaves the focus on the page, not at the document's start", async () => {
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

test('a failed load that goes unnoticed takes no focus', () => {
  const { rerender } = render(
    <main tabIndex={-1}>
      <LoadError message="Lost." onRetry={() => {}} />
    </main>,
  );
  rerender(<main tabIndex={-1} />);
  expect(document.activeElement).toBe(document.body);
});

test('an empty state says why and offers ways on', () => {
  render(
    <EmptyState title="No products match" actions={<a href="/productlist">Clear</a>}>
      <p>The price hides the most.</p>
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'No products match' })).toBeDefined();
  expect(screen.getByText('The price hides the most.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Clear' })).toBeDefined();
});

test('the stitch is silent', () => {
  const { container } = render(<Stitch />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
