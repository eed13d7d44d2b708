import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { MockTab } from './MockTab.tsx';
import { mock, openTab, openView } from './test-support.tsx';

test('with a real API, it says that there is no mock', () => {
  render(<MockTab inspection={openPage().inspection} />);
  expect(screen.getByText(/talks to a real API: there is no mock here/)).toBeDefined();
});

test('a mock that does not start says why', async () => {
  const failing = () => Promise.reject(new Error('chunk 7 is missing'));
  render(<MockTab inspection={openPage({ parts: { mock: failing } }).inspection} />);
  expect((await screen.findByRole('alert')).textContent).toContain('chunk 7 is missing');
});

describe('scenarios', () => {
  test('the seven are listed, with the one in force', async () => {
    await openTab();
    const list = within(screen.getByRole('region', { name: 'Scenarios' }));
    const items = list.getAllByRole('listitem');
    expect(items).toHaveLength(7);
    expect(items.filter((item) => within(item).queryByText('in force'))).toEqual([items[0]]);
  });

  test('playing one shows in the shop at once', async () => {
    const user = await openTab();
    await user.click(screen.getByRole('button', { name: 'Play', description: 'Empty shop' }));
    await screen.findByText(/^0 products/);
    expect(screen.getByText('“Empty shop” is in force.')).toBeDefined();
    expect(mock.control.read().scenario).toBe('empty-shop');
  });
});

describe('network', () => {
  test('the failures of a call are set by rate and kind, and described in words', async () => {
    const user = await openTab();
    const rate = screen.getByRole('slider', { name: 'How many of GET /api/products fail' });
    fireEvent.change(rate, { target: { value: '50' } });
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'How GET /api/products fails' }),
      'no response',
    );
    expect(mock.control.read().settings.failures).toEqual({
      listProducts: { rate: 0.5, as: 'network' },
    });
    expect(screen.getByText('GET /api/products: 50% get no response')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Let nothing fail' }));
    expect(screen.getByText('Nothing fails on purpose.')).toBeDefined();
  });

  test('the delay is set in milliseconds and shown', async () => {
    await openTab();
    const slider = screen.getByRole('slider', { name: 'Delay of every response' });
    fireEvent.change(slider, { target: { value: '2500' } });
    expect(mock.control.read().settings.delay).toBe(2500);
    expect(slider.getAttribute('aria-valuetext')).toBe('2.5\u00a0s');
  });

  test('a seed is edited; one that is not valid is refused, and the text stays', async () => {
    const user = await openTab();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed of the failures' });
    await user.clear(field);
    await user.type(field, '42');
    expect(mock.control.read().settings.seed).toBe(42);
    await user.type(field, 'x');
    expect(field.value).toBe('42x');
    expect(screen.getByRole('alert').textContent).toContain('seed');
    expect(mock.control.read().settings.seed).toBe(42);
    await user.click(screen.getByRole('button', { name: 'New seed' }));
    expect(field.value).toBe(String(mock.control.read().settings.seed));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a seed that a scenario or a link sets replaces what was typed', async () => {
    const user = await openTab();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed of the failures' });
    await user.type(field, 'x');
    mock.control.changeSettings({ seed: 7 });
    await waitFor(() => expect(field.value).toBe('7'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('time travel', () => {
  const entries = () =>
    screen.getAllByRole('listitem').filter((item) => item.querySelector('time'));

  test('each change is listed, newest first, with its steps and a way back', async () => {
    const [row] = mock.control.read().tables.products;
    const user = await openView('Time travel');
    mock.control.editRow('products', 'indigo-selvedge-overshirt', { ...row, price: '5' });
    mock.control.removeRow('products', 'puddle-raincoat');
    await waitFor(() => expect(entries()).toHaveLength(3));
    const [latest, edited, first] = entries();
    if (!latest || !edited || !first) throw new Error('not all are listed');
    expect(within(latest).getByText('Removed products/puddle-raincoat')).toBeDefined();
    expect(edited.textContent).toContain(
      'Changed products › indigo-selvedge-overshirt › price to "5"',
    );
    expect(within(latest).getByRole('button').getAttribute('aria-disabled')).toBe('true');

    await user.click(within(first).getByRole('button', { name: 'Go back to this' }));
    await waitFor(() => expect(entries()).toHaveLength(4));
    expect(mock.control.read().tables.products).toHaveLength(14);
    await screen.findByText(/First: Indigo Selvedge Overshirt, 2499$/);
  });

  test('of thousands of steps, the first ones are listed and the others counted', async () => {
    await openView('Time travel');
    mock.control.playScenario('huge-catalogue');
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(screen.getByText('9,983 more')).toBeDefined();
    expect(screen.getAllByText(/^Added/)).toHaveLength(50);
  });
});

test('every sentinel is listed with its effect, and can be copied or tried', async () => {
  const user = await openView('Sentinels');
  await user.click(screen.getByRole('button', { name: 'Copy expired@patchwork.example' }));
  expect(await navigator.clipboard.readText()).toBe('expired@patchwork.example');
  expect(screen.getByText('Copied.')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Try /productlist/fail-500' });
  expect(link.getAttribute('href')).toBe('/productlist/fail-500');
});
