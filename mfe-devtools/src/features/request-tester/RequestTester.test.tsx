import { endpoints } from '@patchwork/api';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RequestTester } from './RequestTester.tsx';

afterEach(cleanup);

test('it is headed Request tester', () => {
  render(<RequestTester />);
  expect(screen.getByRole('heading', { level: 1, name: 'Request tester' })).toBeDefined();
});

test('every call of the API is listed, with its path and who may call it', () => {
  render(<RequestTester />);
  const table = screen.getByRole('table', { name: 'Known endpoints' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(Object.keys(endpoints).length);
  const shown = rows.map((row) => [...row.children].map((cell) => cell.textContent));
  expect(shown).toContainEqual(['GET', '/api/products/:productId', 'Anyone']);
  expect(shown).toContainEqual(['DELETE', '/api/user/cart/:productId', 'Logged-in shoppers']);
});

test('before anything was asked, the response is undefined', () => {
  render(<RequestTester />);
  const panel = screen.getByRole('region', { name: 'Response' });
  expect(within(panel).getByText('Response is undefined.')).toBeDefined();
});
