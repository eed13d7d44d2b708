import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button, buttonLook } from './Button.tsx';

test('a button does not submit its form by default', async () => {
  const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Button>Clear</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(submitted).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(submitted).toHaveBeenCalledOnce();
});

test('an anchor can look like a button and is still a link', () => {
  render(
    <a href="/cart" {...buttonLook('quiet')}>
      Go to Cart
    </a>,
  );
  const link = screen.getByRole('link', { name: 'Go to Cart' });
  expect(link.dataset).toMatchObject({ variant: 'quiet', size: 'regular' });
});
