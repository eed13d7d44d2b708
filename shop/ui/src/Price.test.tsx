import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Price } from './Price.tsx';

test('a reduction has a text for shoppers who can’t see the struck-through price', () => {
  render(<Price now="₹2,499" reduction={{ was: '₹3,299', off: '24% OFF' }} />);
  expect(screen.getByRole('paragraph').textContent).toBe('₹2,499Original price ₹3,29924% OFF');
});

test('a price that is not reduced is shown alone', () => {
  render(<Price now="₹1,899" reduction={undefined} />);
  expect(screen.getByRole('paragraph').textContent).toBe('₹1,899');
});
