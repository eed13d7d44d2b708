import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextField } from './TextField.tsx';

const field = () => screen.getByRole('textbox', { name: 'Email' });

test('a field is required and labelled, and without an error it is not marked as invalid', () => {
  render(<TextField label="Email" name="email" error={undefined} />);
  expect(field()).toHaveProperty('required', true);
  expect(field().getAttribute('aria-invalid')).toBe('false');
  expect(field().getAttribute('aria-describedby')).toBeNull();
});

test('an error describes the field, and is announced only on request', () => {
  const { rerender } = render(<TextField label="Email" name="email" error="Enter your email." />);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(field().getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Enter your email.');
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<TextField label="Email" name="email" error="Enter your email." announceError />);
  expect(screen.getByRole('alert').textContent).toBe('Enter your email.');
});

test('a control at the end of the field gets the id of its input', () => {
  const toggle = (id: string) => (
    <button type="button" aria-controls={id}>
      Show
    </button>
  );
  render(<TextField label="Email" name="email" error={undefined} action={toggle} />);
  expect(screen.getByRole('button').getAttribute('aria-controls')).toBe(field().id);
});
