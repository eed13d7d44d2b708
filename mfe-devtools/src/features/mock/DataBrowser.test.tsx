import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { MockTab } from './MockTab.tsx';
import { mock, openView } from './test-support.tsx';

const cell = (name: RegExp) => screen.getByRole('row', { name });

async function openRow(id: string) {
  const user = await openView('Data');
  await user.click(screen.getByRole('button', { name: id }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The row as JSON' });
  expect(document.activeElement).toBe(field);
  const write = async (change: (text: string) => string) => {
    const text = change(field.value);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  return { user, field, write };
}
const id = 'indigo-selvedge-overshirt';

test('an edited row shows in the shop, and the focus returns to where it was', async () => {
  const { user, write } = await openRow(id);
  await write((text) => text.replace('"2499"', '"19"'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/First: Indigo Selvedge Overshirt, 19$/);
  expect(screen.queryByRole('textbox', { name: 'The row as JSON' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: id }));
});

test('data that breaks the schema is refused with each field named, and the text stays', async () => {
  const { user, field, write } = await openRow(id);
  const broken = (text: string) => text.replace('"2499"', '2499').replace('true', '"yes"');
  await write(broken);
  const typed = field.value;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('price');
  expect(alert).toContain('in_stock');
  expect(field.value).toBe(typed);
  expect(mock.control.read().changes).toHaveLength(1);
});

test('text that is not JSON is refused', async () => {
  const { user, write } = await openRow(id);
  await write(() => '{ "price": }');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert').textContent).toContain('This is not JSON.');
});

test('a row is deleted only after a confirmation', async () => {
  const { user } = await openRow(id);
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  expect(screen.getByText('Delete this row?')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(document.activeElement?.textContent).toBe('Delete…');
  expect(mock.control.read().tables.products).toHaveLength(14);
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/^13 products/);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('a row is added', async () => {
  const user = await openView('Data');
  await user.click(screen.getByRole('button', { name: 'Add a row' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText(/^15 products/);
});

test.each(['Products', 'Categories', 'Users'])(
  'the first text of a new row of %s is valid',
  async (title) => {
    const user = await openView('Data');
    await user.click(screen.getByRole('tab', { name: new RegExp(title) }));
    await user.click(screen.getByRole('button', { name: 'Add a row' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(mock.control.read().changes).toHaveLength(2);
  },
);

test('a change of the shop while a row is open is shown, and can be taken', async () => {
  const { user, field } = await openRow(id);
  const [row] = mock.control.read().tables.products;
  mock.control.editRow('products', id, { ...row, price: '5' });
  await user.click(await screen.findByRole('button', { name: 'Take its values' }));
  expect(field.value).toContain('"price": "5"');
  expect(screen.queryByRole('button', { name: 'Take its values' })).toBeNull();
});

test('reset undoes every change, after a confirmation', async () => {
  mock.control.removeRow('products', id);
  const { inspection } = openPage({ parts: { mock: async () => mock } });
  render(<MockTab inspection={inspection} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Data' }));
  await user.click(screen.getByRole('button', { name: 'Reset…' }));
  await user.click(screen.getByRole('button', { name: 'Reset the data' }));
  expect(mock.control.read().tables.products).toHaveLength(14);
});

test('of 10,000 products 25 are on the page; search and page buttons show the others', async () => {
  const user = await openView('Data');
  mock.control.playScenario('huge-catalogue');
  await screen.findByText('1–25 of 10,000');
  expect(screen.getAllByRole('row')).toHaveLength(26);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('26–50 of 10,000')).toBeDefined();
  await user.click(screen.getByRole('searchbox'));
  await user.paste('everyday saffron raincoat');
  await screen.findByText('1–1 of 1');
  expect(cell(/everyday-saffron-puddle-raincoat/)).toBeDefined();
  await user.paste(' velvet');
  expect(await screen.findByText('No products match this search.')).toBeDefined();
});
