import { type PatchStep, scenarioNames, sentinels } from '@patchwork/mock-server';
import { productsAtom } from '@patchwork/shop';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider, useAtomValue } from 'jotai';
import { describe, expect, test } from 'vitest';
import { mockOfEachTest, openPage } from '../../test-support.tsx';
import { MockTab } from './MockTab.tsx';
import { describeStep } from './TimeTravel.tsx';

const mock = mockOfEachTest();

/** The shop as shoppers see it while the panel is open. */
function Shop() {
  const { data, isError } = useAtomValue(productsAtom);
  const first = data?.[0];
  return (
    <main>
      {isError && 'Products could not be loaded. '}
      {data && `${data.length} products. ${first ? `First: ${first.title}, ${first.price}` : ''}`}
    </main>
  );
}

async function openTab() {
  const { inspection } = openPage({ parts: { mock: async () => mock() } });
  render(
    <Provider store={inspection.store}>
      <Shop />
      <MockTab inspection={inspection} />
    </Provider>,
  );
  await screen.findByText(/^14 products/);
  return userEvent.setup();
}

async function openView(name: string) {
  const user = await openTab();
  await user.click(screen.getByRole('tab', { name }));
  return user;
}

test('with a real API, the network controls are the same, and those of the mock are absent', async () => {
  const { control } = mock();
  const conditions = async () => ({ ...control, read: () => control.read().settings });
  render(<MockTab inspection={openPage({ parts: { conditions } }).inspection} />);
  expect(await screen.findByText(/talks to a real API: there is no mock here/)).toBeDefined();
  const rate = screen.getByRole('slider', { name: 'How many of GET /api/products fail' });
  fireEvent.change(rate, { target: { value: '50' } });
  // React subscribes to the conditions only after it has shown them.
  expect(await screen.findByText('GET /api/products: 50% get status 500')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Scenarios' })).toBeNull();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a mock that fails to start gives the reason', async () => {
  const failing = () => Promise.reject(new Error('chunk 7 is missing'));
  render(<MockTab inspection={openPage({ parts: { mock: failing } }).inspection} />);
  expect((await screen.findByRole('alert')).textContent).toContain('chunk 7 is missing');
});

describe('scenarios', () => {
  test('all are listed, and the current one is marked', async () => {
    await openTab();
    const list = within(screen.getByRole('region', { name: 'Scenarios' }));
    const items = list.getAllByRole('listitem');
    expect(items).toHaveLength(scenarioNames.length);
    expect(items.filter((item) => within(item).queryByText('in force'))).toEqual([items[0]]);
  });

  test('selecting one changes the shop immediately', async () => {
    const user = await openTab();
    await user.click(screen.getByRole('button', { name: 'Play', description: 'Empty shop' }));
    await screen.findByText(/^0 products/);
    expect(screen.getByText('“Empty shop” is in force.')).toBeDefined();
    expect(mock().control.read().scenario).toBe('empty-shop');
  });
});

describe('network', () => {
  test('failures of a call are set by rate and kind, and described in words', async () => {
    const user = await openTab();
    const rate = screen.getByRole('slider', { name: 'How many of GET /api/products fail' });
    fireEvent.change(rate, { target: { value: '50' } });
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'How GET /api/products fails' }),
      'no response',
    );
    expect(mock().control.read().settings.failures).toEqual({
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
    expect(mock().control.read().settings.delay).toBe(2500);
    expect(slider.getAttribute('aria-valuetext')).toBe('2.5\u00a0s');
  });

  test('a seed can be edited; an invalid one is refused, and the text stays', async () => {
    const user = await openTab();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed of the failures' });
    await user.clear(field);
    await user.type(field, '42');
    expect(mock().control.read().settings.seed).toBe(42);
    await user.type(field, 'x');
    expect(field.value).toBe('42x');
    expect(screen.getByRole('alert').textContent).toContain('seed');
    expect(mock().control.read().settings.seed).toBe(42);
    await user.click(screen.getByRole('button', { name: 'New seed' }));
    expect(field.value).toBe(String(mock().control.read().settings.seed));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a seed that a scenario or a link sets replaces what was typed', async () => {
    const user = await openTab();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seed of the failures' });
    await user.type(field, 'x');
    mock().control.changeSettings({ seed: 7 });
    await waitFor(() => expect(field.value).toBe('7'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('own responses', () => {
  const form = () => within(screen.getByRole('form', { name: 'Your own response' }));
  const field = () => form().getByRole<HTMLTextAreaElement>('textbox');
  const write = (response: object | string) => {
    const value = typeof response === 'string' ? response : JSON.stringify(response);
    fireEvent.change(field(), { target: { value } });
  };
  const responses = () => mock().control.read().settings.responses;
  const tea = { method: 'GET', path: '/api/products/:id', status: 418, headers: {}, delay: 0 };

  test('one is added, changed and removed by keyboard, and the shop receives it', async () => {
    const user = await openTab();
    screen.getByRole('button', { name: 'Add a response' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(JSON.parse(field().value)).toMatchObject({ method: 'GET', status: 200, body: {} });
    write({ ...tea, body: { errors: ['Tea only.'] } });
    await user.tab();
    await user.keyboard('{Enter}');
    const title = screen.getByRole('heading', { name: 'Your own responses' });
    expect(document.activeElement).toBe(title);
    const response = await fetch('/api/products/any');
    expect([response.status, await response.json()]).toEqual([418, { errors: ['Tea only.'] }]);

    await user.click(screen.getByRole('button', { name: /^Edit GET \/api\/products\/:id: 418/ }));
    // Other settings may change while the form is open.
    fireEvent.change(screen.getByRole('slider', { name: /^Delay/ }), { target: { value: '100' } });
    const changed = { ...tea, path: '/api/categories', headers: { 'x-tea': 'chai' } };
    write(changed);
    await user.click(form().getByRole('button', { name: 'Save' }));
    expect(responses()).toEqual([changed]);

    await user.click(screen.getByRole('button', { name: /^Remove GET \/api\/categories/ }));
    expect(responses()).toEqual([]);
    expect(document.activeElement).toBe(title);
  });

  test('an invalid one is refused with each field named, and input is kept', async () => {
    const user = await openTab();
    await user.click(screen.getByRole('button', { name: 'Add a response' }));
    const save = () => user.click(form().getByRole('button', { name: 'Save' }));
    write('{');
    await save();
    const alert = () => within(form().getByRole('alert')).getAllByRole('listitem');
    expect(alert()[0]?.textContent).toContain('This is not JSON.');
    const wrong = { ...tea, path: 'products', status: 99 };
    write(wrong);
    await save();
    expect(alert().map(({ textContent }) => textContent)).toEqual([
      'path is a path, such as /api/products/:id',
      'status is a status from 200 to 599',
    ]);
    expect(JSON.parse(field().value)).toEqual(wrong);
    expect(responses()).toBeUndefined();
  });
});

describe('time travel', () => {
  const entries = () =>
    screen.getAllByRole('listitem').filter((item) => item.querySelector('time'));

  test('each change is listed, newest first, with its steps and a button to go back', async () => {
    const [row] = mock().control.read().tables.products;
    const user = await openView('Time travel');
    mock().control.editRow('products', 'indigo-selvedge-overshirt', { ...row, price: '5' });
    mock().control.removeRow('products', 'puddle-raincoat');
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
    expect(mock().control.read().tables.products).toHaveLength(14);
    await screen.findByText(/First: Indigo Selvedge Overshirt, 2499$/);
  });

  test('the first of thousands of steps are listed, and the others are counted', async () => {
    await openView('Time travel');
    mock().control.playScenario('huge-catalogue');
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(screen.getByText('9,983 more')).toBeDefined();
    expect(screen.getAllByText(/^Added/)).toHaveLength(50);
  });
});

test('every sentinel is listed with its location and effect', async () => {
  await openView('Sentinels');
  for (const { input, where, effect } of sentinels) {
    const row = screen.getByRole('rowheader', { name: input }).closest('tr');
    expect(row?.textContent).toBe(input + where + effect);
  }
});

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

test('an edited row is shown in the shop, and the focus returns to where it was', async () => {
  const { user, write } = await openRow(id);
  await write((text) => text.replace('"2499"', '"19"'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/First: Indigo Selvedge Overshirt, 19$/);
  expect(screen.queryByRole('textbox', { name: 'The row as JSON' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: id }));
});

test('data that violates the schema is refused with each field named, and the text stays', async () => {
  const { user, field, write } = await openRow(id);
  const broken = (text: string) => text.replace('"2499"', '2499').replace('true', '"yes"');
  await write(broken);
  const typed = field.value;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('price');
  expect(alert).toContain('in_stock');
  expect(field.value).toBe(typed);
  expect(mock().control.read().changes).toHaveLength(1);
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
  expect(mock().control.read().tables.products).toHaveLength(14);
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/^13 products/);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test.each(['Products', 'Categories', 'Users'])(
  'the initial text of a new row of %s is valid',
  async (title) => {
    const user = await openView('Data');
    await user.click(screen.getByRole('tab', { name: new RegExp(title) }));
    await user.click(screen.getByRole('button', { name: 'Add a row' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(mock().control.read().changes).toHaveLength(2);
  },
);

test('a change by the shop to the row that is open is reported and can be adopted', async () => {
  const { user } = await openRow(id);
  const [row] = mock().control.read().tables.products;
  mock().control.editRow('products', id, { ...row, price: '5' });
  await user.click(await screen.findByRole('button', { name: 'Take its values' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The row as JSON' });
  expect(field.value).toContain('"price": "5"');
  expect(screen.queryByRole('button', { name: 'Take its values' })).toBeNull();
});

test('reset undoes every change, after a confirmation', async () => {
  mock().control.removeRow('products', id);
  const { inspection } = openPage({ parts: { mock: async () => mock() } });
  render(<MockTab inspection={inspection} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Data' }));
  await user.click(screen.getByRole('button', { name: 'Reset…' }));
  await user.click(screen.getByRole('button', { name: 'Reset the data' }));
  expect(mock().control.read().tables.products).toHaveLength(14);
});

test('25 of 10,000 products are on the page; search and page buttons show the others', async () => {
  const user = await openView('Data');
  mock().control.playScenario('huge-catalogue');
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

test.each<[PatchStep, ReturnType<typeof describeStep>]>([
  [
    { op: 'remove', path: '/users/a~1b~0c' },
    { action: 'Removed', target: 'users › a/b~c', value: undefined },
  ],
  [
    { op: 'add', path: '/users/asha-rao/cart/0', value: { title: 'x'.repeat(100) } },
    {
      action: 'Added',
      target: 'users › asha-rao › cart › 0',
      value: `{"title":"${'x'.repeat(69)}…`,
    },
  ],
  [
    { op: 'add', path: '/users/asha-rao/cart/-', value: { _id: 'raincoat' } },
    { action: 'Added to', target: 'users › asha-rao › cart', value: '{"_id":"raincoat"}' },
  ],
])('%j is described in words', (step, description) => {
  expect(describeStep(step)).toEqual(description);
});

test('the clock advances, and pending warehouse steps and mails are shown', async () => {
  const user = await openView('Time and mails');
  await user.click(await screen.findByRole('button', { name: '+7 days' }));
  expect(screen.getByText('(7 d 0 h ahead)')).toBeDefined();
  expect(mock().control.read().clock).toBe(7 * 24 * 3_600_000);
  expect(screen.getByText('operator@patchwork.example')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: /packed, shipped and delivered/ }));
  expect(mock().control.read().settings.isWarehouseByHand).toBe(true);
});

test('a mail is listed with its recipient, as text and HTML, and its link opens the shop', async () => {
  Reflect.get(window, 'happyDOM').settings.enableIframePageLoading = true;
  const body = JSON.stringify({ email: 'asha@patchwork.example' });
  await fetch('/api/auth/password-reset', { method: 'POST', body });
  const user = await openView('Time and mails');
  await user.click(await screen.findByText('Choose another password'));
  expect(await screen.findByText('asha@patchwork.example')).toBeDefined();
  const link = screen.getByRole('link', { name: /reset-password#token=/ });
  expect(link.getAttribute('href')).toMatch(/^http:\/\/localhost.*\/reset-password#token=\w+$/);
  const frame = screen.getByTitle<HTMLIFrameElement>('Choose another password, as HTML');
  const html = await waitFor(() => within(frame.contentDocument?.body as HTMLElement));
  const button = await html.findByRole('link', { name: 'Choose a password' });
  expect(button.getAttribute('href')).toBe(link.getAttribute('href'));
  expect(button.style.fontWeight).toBe('600');
});
