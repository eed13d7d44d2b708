import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Price, Section, Stitch, TableHead } from './text.tsx';

test('a reduction has a text for those who do not see the struck-through price', () => {
  render(<Price now="₹2,499" reduction={{ was: '₹3,299', off: '24% OFF' }} />);
  expect(screen.getByRole('paragraph').textContent).toBe('₹2,499Original price ₹3,29924% OFF');
});

test('a price that is not reduced is shown alone', () => {
  render(<Price now="₹1,899" reduction={undefined} />);
  expect(screen.getByRole('paragraph').textContent).toBe('₹1,899');
});

test('the decorative stitches are hidden from screen readers', () => {
  const { container } = render(<Stitch />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});

test('a section is a landmark that its heading names', () => {
  render(
    <Section title="Deliver to" level={3}>
      Kochi
    </Section>,
  );
  expect(screen.getByRole('region', { name: 'Deliver to' }).textContent).toContain('Kochi');
  expect(screen.getByRole('heading', { level: 3, name: 'Deliver to' })).toBeDefined();
});

test('a table head that is not visible still names the columns', () => {
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
