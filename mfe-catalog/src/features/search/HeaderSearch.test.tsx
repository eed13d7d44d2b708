import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { categoriesAtom } from '../../state/products.ts';
import { openCatalogue } from '../../test-support.tsx';

/** The shell shows the box twice: one for wide, one for small screens. */
function boxes(): [HTMLInputElement, HTMLInputElement] {
  const [one, other] = screen.getAllByRole<HTMLInputElement>('combobox', { name: 'Search' });
  if (!one || !other) throw new Error('two search boxes are expected');
  return [one, other];
}

/** Waits longer than a search does. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 250)));

test('typing opens the list and filters it', async () => {
  const { location } = await openCatalogue('/');
  await userEvent.type(boxes()[0], 'dress');
  expect(await screen.findByRole('article', { name: 'Wrap Dress' })).toBeDefined();
  await waitFor(() => expect(location()).toBe('/productlist?search=dress'));
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

test('a pasted text is cut to what fits into the address', async () => {
  const { location } = await openCatalogue('/productlist');
  await userEvent.click(boxes()[0]);
  await userEvent.paste('a'.repeat(2500));
  await waitFor(() => expect(location()).toBe(`/productlist?search=${'a'.repeat(200)}`));
});

test('the two boxes have the same text and different ids', async () => {
  await openCatalogue('/productlist');
  const [one, other] = boxes();
  await userEvent.type(one, 'rain');
  await waitFor(() => expect(other.value).toBe('rain'));
  expect(one.id).not.toBe(other.id);
});

test('typing in the middle of the text keeps the caret there', async () => {
  await openCatalogue('/productlist?search=rin');
  const [box] = boxes();
  await userEvent.type(box, 'a', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(box.value).toBe('rain');
  expect(box.selectionStart).toBe(2);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(box.value).toBe('rain');
  expect(box.selectionStart).toBe(2);
});

test('Clear empties both boxes', async () => {
  await openCatalogue('/productlist?search=rain');
  const [one, other] = boxes();
  expect([one.value, other.value]).toEqual(['rain', 'rain']);
  const panel = within(screen.getByRole('complementary', { name: 'Filters' }));
  await userEvent.click(panel.getByRole('button', { name: 'Clear' }));
  expect([one.value, other.value]).toEqual(['', '']);
});

test('Enter searches immediately, without leaving the page', async () => {
  const { location } = await openCatalogue('/');
  await userEvent.type(boxes()[0], 'shirt{Enter}');
  await waitFor(() => expect(location()).toBe('/productlist?search=shirt'));
});

test('text that was typed before hydration is searched for', async () => {
  // The slot carries the letters over right after the box is mounted.
  function carryOver() {
    const [box] = boxes();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'KURTA ');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const { location } = await openCatalogue('/', { onMounted: carryOver });
  expect(boxes()[0].value).toBe('KURTA ');
  await waitFor(() => expect(location()).toBe('/productlist?search=KURTA+'));
  expect(boxes()[0].value).toBe('KURTA ');
});

test.each(['/wishlist', '/', '/productlist/dress'])(
  'a shopper who went to %s during the search’s delay is not brought back',
  async (to) => {
    const { location, router } = await openCatalogue('/productlist/dress');
    const [box] = boxes();
    await userEvent.type(box, 'rain');
    await act(() => router.navigate(to));
    await settle();
    expect(location()).toBe(to);
    expect(box.value).toBe('');
  },
);

test('a shopper who went to a page that loads slowly is not brought back either', async () => {
  const { location, router } = await openCatalogue('/productlist');
  await userEvent.type(boxes()[0], 'rain');
  act(() => void router.navigate('/slow'));
  await settle();
  await waitFor(() => expect(location()).toBe('/slow'));
});

test('a page without categories loads them for home', async () => {
  const { store } = await openCatalogue('/wishlist');
  await waitFor(() => expect(store.get(categoriesAtom).data).toHaveLength(3));
});

test('no text is lost when the box loses the focus', async () => {
  const { location } = await openCatalogue('/');
  await userEvent.type(boxes()[0], 'rain');
  await userEvent.tab();
  await waitFor(() => expect(location()).toBe('/productlist?search=rain'));
});

describe('the suggestions', () => {
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
  const active = () =>
    document.getElementById(boxes()[0].getAttribute('aria-activedescendant') ?? '')?.textContent;

  async function openAndType(text: string) {
    const shop = await openCatalogue('/');
    await userEvent.type(boxes()[0], text);
    await screen.findByRole('listbox', { name: 'Suggestions' });
    return shop;
  }

  test('are categories and products, regardless of the list’s filters, and their number is announced', async () => {
    await openCatalogue('/productlist?size=S');
    await userEvent.type(boxes()[0], 'R');
    await screen.findByText('3 suggestions');
    expect(options()).toEqual([
      'Indigo Overshirt₹2,719',
      'Wrap Dress₹1,899',
      'Puddle Raincoat₹999',
    ]);
    expect(boxes()[0].getAttribute('aria-expanded')).toBe('true');
    expect(boxes()[1].getAttribute('aria-expanded')).toBe('false');
  });

  test('are those of the nearest words if no title has the text, which is announced', async () => {
    await openAndType('raincoatt');
    await screen.findByText('Showing “raincoat”. 1 suggestion');
    expect(options()).toEqual(['Puddle Raincoat₹999']);
  });

  test('arrow keys, Home and End move through them and back to the typed text', async () => {
    await openAndType('d');
    await waitFor(() => expect(options()).toHaveLength(4));
    expect(active()).toBeUndefined();
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('KidsCategory');
    await userEvent.keyboard('{End}');
    expect(active()).toBe('Puddle Raincoat₹999');
    await userEvent.keyboard('{Home}{ArrowDown}');
    expect(active()).toBe('Indigo Overshirt₹2,719');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toBeUndefined();
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toBe('Puddle Raincoat₹999');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(active());
  });

  test.each([
    ['stays active at another place', 2, 'Wrap Dress₹1,899'],
    ['is no longer active once it is gone', 1, undefined],
  ])('a suggestion that is active when the response arrives %s', async (_, place, then) => {
    const { hold, location } = await openAndType('r');
    await waitFor(() => expect(options()).toHaveLength(3));
    const respond = hold('queryProducts');
    await userEvent.keyboard('a');
    await waitFor(() => expect(location()).toBe('/productlist?search=ra'));
    await userEvent.keyboard(`{ArrowDown>${place}/}`);
    expect(active()).toBe(options()[place - 1]);
    respond();
    await waitFor(() => expect(options()).toEqual(['Wrap Dress₹1,899', 'Puddle Raincoat₹999']));
    expect(active()).toBe(then);
  });

  test('choosing a product opens its page', async () => {
    const { location } = await openAndType('wrap');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Wrap Dress' })).toBeDefined();
    expect(location()).toBe('/productlist/dress');
    expect(options()).toEqual([]);
  });

  test('choosing a category makes it the only filter, as on the home page', async () => {
    const { location } = await openAndType('kid');
    await userEvent.click(screen.getByRole('option', { name: 'Kids Category' }));
    await waitFor(() => expect(location()).toBe('/productlist?category=KIDS'));
    expect(boxes()[0].value).toBe('');
    expect(options()).toEqual([]);
  });

  test('Escape closes them and keeps the text; Enter without a choice searches; leaving the box closes them', async () => {
    const { location } = await openAndType('wrap');
    const press = createEvent.keyDown(boxes()[0], { key: 'Escape' });
    fireEvent(boxes()[0], press);
    expect(options()).toEqual([]);
    // A browser would empty the field, and the shell's panel would close.
    expect(press.defaultPrevented).toBe(true);
    await userEvent.keyboard(' d');
    await waitFor(() => expect(options()).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    expect(options()).toEqual([]);
    expect(location()).toBe('/productlist?search=wrap+d');
    await userEvent.keyboard('{Backspace}');
    await waitFor(() => expect(options()).toHaveLength(1));
    await userEvent.tab();
    expect(options()).toEqual([]);
  });

  test('are left out if they can’t be loaded, and searching still works', async () => {
    const { location } = await openCatalogue('/', { failing: ['queryProducts'] });
    await userEvent.type(boxes()[0], 'wrap');
    await waitFor(() => expect(location()).toBe('/productlist?search=wrap'));
    await settle();
    expect(options()).toEqual([]);
  });
});
