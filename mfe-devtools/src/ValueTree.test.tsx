import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ValueTree } from './ValueTree.tsx';

function open(name: string) {
  const summary = screen.getByText(name).closest('summary');
  if (!summary) throw new Error(`${name} can’t be opened`);
  return userEvent.click(summary);
}

test('a value is opened level by level', async () => {
  render(<ValueTree name="body" value={{ shop: { name: 'Patchwork', pieces: 4 }, open: true }} />);
  expect(screen.queryByText('pieces')).toBeNull();
  await open('shop');
  expect(screen.getByText('"Patchwork"')).toBeTruthy();
  expect(screen.getByText('4')).toBeTruthy();
});

test('a long list is shown in parts', async () => {
  render(<ValueTree name="list" value={Array.from({ length: 250 }, (_, i) => `item ${i}`)} />);
  expect(screen.getAllByText(/^"item/)).toHaveLength(100);
  await userEvent.click(screen.getByRole('button', { name: 'Show more: 150 left' }));
  expect(screen.getAllByText(/^"item/)).toHaveLength(200);
});

test('a value that contains itself can be opened', async () => {
  const ring: Record<string, unknown> = { label: 'ring', size: 1 };
  ring.self = ring;
  render(<ValueTree name="value" value={ring} />);
  await open('self');
  expect(screen.getAllByText('"ring"')).toHaveLength(2);
});

test('a date is shown with its time, and has no parts', () => {
  render(<ValueTree name="at" value={new Date('2026-01-02T03:04:05Z')} />);
  expect(screen.getByText('2026-01-02T03:04:05.000Z')).toBeTruthy();
  expect(screen.queryByText('empty')).toBeNull();
});

test('a very long text is cut, and says how many characters are left out', () => {
  render(<ValueTree name="body" value={'x'.repeat(1_000_000)} />);
  expect(screen.getByText(/and 995000 characters more$/)).toBeTruthy();
});

test('passwords and tokens are masked, in previews too', async () => {
  render(<ValueTree name="sent" value={{ form: { password: 'needle', email: 'a@b.c' }, n: 1 }} />);
  expect(document.body.textContent).not.toContain('needle');
  await open('form');
  expect(document.body.textContent).not.toContain('needle');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByText(/needle/)).toBeTruthy();
});
