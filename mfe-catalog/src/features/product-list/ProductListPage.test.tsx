import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Window as HappyWindow } from 'happy-dom';
import { describe, expect, test, vi } from 'vitest';
import { filtersAtom } from '../../state/filters.ts';
import { type CatalogueOptions, kurtas, openCatalogue, overshirt } from '../../test-support.tsx';

const titles = () =>
  screen.queryAllByRole('article').map((card) => card.querySelector('h2')?.textContent);
const panel = () => within(screen.getByRole('complementary', { name: 'Filters' }));

describe.each([
  { queriesCatalogue: false, how: 'loaded as a whole' },
  { queriesCatalogue: true, how: 'loaded by queries' },
])('a catalogue that is $how', ({ queriesCatalogue }) => {
  async function openList(at: string, options: CatalogueOptions = {}) {
    const opened = await openCatalogue(at, { ...options, queriesCatalogue });
    if (!options.silent) {
      await waitFor(() => expect(screen.queryByText('Loading products')).toBeNull());
    }
    return opened;
  }

  test('every product is listed, and the number is announced', async () => {
    await openList('/productlist');
    expect(screen.getByRole('heading', { level: 1, name: 'The collection' })).toBeDefined();
    expect(document.title).toBe('The collection · Patchwork');
    await waitFor(() =>
      expect(titles()).toEqual(['Indigo Overshirt', 'Wrap Dress', 'Puddle Raincoat']),
    );
    expect(screen.getByRole('status').textContent).toBe('3 products');
  });

  test('each style has one card, with its sizes; a size leads to the sibling that has it', async () => {
    await openList('/productlist', { products: [overshirt, ...kurtas] });
    await waitFor(() => expect(titles()).toEqual(['Indigo Overshirt', 'Khadi Kurta']));
    expect(screen.getByRole('status').textContent).toBe('2 products');
    const kurta = () => screen.getByRole('article', { name: 'Khadi Kurta' });
    const link = () => within(kurta()).getByRole('link').getAttribute('href');
    expect(kurta().textContent).toContain('Sizes S out of stock, M, XL2 colours');
    expect(link()).toBe('/productlist/kurta-m');
    await userEvent.click(panel().getByRole('checkbox', { name: 'XL' }));
    await waitFor(() => expect(titles()).toEqual(['Khadi Kurta']));
    expect(screen.getByRole('status').textContent).toBe('1 product');
    expect(link()).toBe('/productlist/kurta-xl');
    await userEvent.click(panel().getByRole('checkbox', { name: 'XL' }));
    await userEvent.click(panel().getByRole('checkbox', { name: 'XXL' }));
    // What a way out says that it lists is what it lists.
    await userEvent.click(await screen.findByRole('button', { name: 'Show every size (2)' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });

  test('a spinner turns while the products load', async () => {
    await openList('/productlist', { silent: true });
    expect(screen.getByText('Loading products').closest('[role=status]')).not.toBeNull();
    await waitFor(() => expect(titles()).toEqual([]));
  });

  test('a failed load can be retried', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { fail } = await openList('/productlist', { failing: ['listProducts', 'queryProducts'] });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The products could not be loaded.',
    );
    fail();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  test('the list sorts by price, and the URL contains the order', async () => {
    const { location } = await openList('/productlist');
    await userEvent.click(screen.getByRole('radio', { name: 'Low to High' }));
    await waitFor(() =>
      expect(titles()).toEqual(['Puddle Raincoat', 'Wrap Dress', 'Indigo Overshirt']),
    );
    expect(location()).toBe('/productlist?sort=LOWTOHIGH');
    await userEvent.click(screen.getByRole('radio', { name: 'High to Low' }));
    await waitFor(() =>
      expect(titles()).toEqual(['Indigo Overshirt', 'Wrap Dress', 'Puddle Raincoat']),
    );
  });

  test('more categories widen the list, sizes and a rating narrow it', async () => {
    await openList('/productlist');
    await userEvent.click(panel().getByRole('checkbox', { name: 'Men' }));
    await waitFor(() => expect(titles()).toEqual(['Indigo Overshirt']));
    await userEvent.click(panel().getByRole('checkbox', { name: 'Kids' }));
    await waitFor(() => expect(titles()).toEqual(['Indigo Overshirt', 'Puddle Raincoat']));
    await userEvent.click(panel().getByRole('radio', { name: '3 stars and above' }));
    await waitFor(() => expect(titles()).toEqual(['Indigo Overshirt']));
    expect(screen.getByRole('status').textContent).toBe('1 product');
    await userEvent.click(panel().getByRole('checkbox', { name: 'S' }));
    await waitFor(() => expect(titles()).toEqual([]));
    await userEvent.click(panel().getByRole('checkbox', { name: 'M' }));
    await waitFor(() => expect(titles()).toEqual(['Indigo Overshirt']));
  });

  test('the slider shows its value immediately, and the list follows', async () => {
    const { location } = await openList('/productlist');
    const slider = panel().getByRole('slider', { name: 'Maximum price' });
    expect(slider).toMatchObject({ min: '0', max: '4000', value: '4000' });
    fireEvent.change(slider, { target: { value: '1500' } });
    expect(panel().getByText('₹1,500')).toBeDefined();
    await waitFor(() => expect(titles()).toEqual(['Puddle Raincoat']));
    expect(location()).toBe('/productlist?maxPrice=1500');
  });

  test('opening the list’s URL restores its filters', async () => {
    await openList('/productlist?category=WOMEN&size=S&maxPrice=2000&minRating=3');
    await waitFor(() => expect(titles()).toEqual(['Wrap Dress']));
    expect(panel().getByRole('checkbox', { name: 'Women' })).toHaveProperty('checked', true);
    expect(panel().getByRole('checkbox', { name: 'S' })).toHaveProperty('checked', true);
    expect(panel().getByRole('radio', { name: '3 stars and above' })).toHaveProperty(
      'checked',
      true,
    );
    expect(panel().getByRole('slider')).toHaveProperty('value', '2000');
  });

  test('Clear resets all filters', async () => {
    const { location } = await openList('/productlist?category=KIDS&sort=HIGHTOLOW&search=rain');
    await waitFor(() => expect(titles()).toEqual(['Puddle Raincoat']));
    await userEvent.click(panel().getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(location()).toBe('/productlist');
    expect(panel().getByRole('checkbox', { name: 'Kids' })).toHaveProperty('checked', false);
  });

  const [shirt, rain] = ['Indigo Overshirt', 'Puddle Raincoat'];
  test.each([
    [
      'maxPrice=500&size=M',
      'The price limit of ₹500 hides the most.',
      'Show any price (2)',
      [shirt, rain],
    ],
    [
      'category=KIDS&search=dress',
      'The chosen category hides the most.',
      'Show every category (1)',
      ['Wrap Dress'],
    ],
    [
      'search=zari',
      'Nothing is called “zari”, or anything close to it.',
      'Search for anything (3)',
      [shirt, 'Wrap Dress', rain],
    ],
    [
      'size=XL&size=XXL',
      'Sizes XL, XXL hide the most.',
      'Show every size (3)',
      [shirt, 'Wrap Dress', rain],
    ],
    [
      'minRating=4&category=WOMEN&category=KIDS',
      'The rating of 4 and above hides the most.',
      'Show any rating (2)',
      ['Wrap Dress', rain],
    ],
  ])(
    'an empty list names the filter that hides the most products and offers to reset it: %s',
    async (query, reason, action, left) => {
      await openList(`/productlist?${query}`);
      expect(screen.getByRole('status').textContent).toBe('No products');
      expect(screen.getByText(reason)).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: action }));
      await waitFor(() => expect(titles()).toEqual(left));
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    },
  );

  test('if several filters hide everything together, only Clear is offered', async () => {
    await openList('/productlist?maxPrice=500&size=XL&search=dress');
    expect(screen.getByText('Nothing called “dress” matches these filters.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(Show|Search for) / })).toBeNull();
    expect(screen.getByText(/Several filters hide everything together/)).toBeDefined();
  });

  test('each set filter can be removed above the list, and the focus goes to the next one', async () => {
    const { location } = await openList(
      '/productlist?category=MEN&category=KIDS&size=M&maxPrice=3000&minRating=1&search=o',
    );
    const chips = within(screen.getByRole('list', { name: 'Filters that are set' }));
    const names = () => chips.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names()).toEqual(
      ['Up to ₹3,000', 'Men', 'Kids', 'Size M', '1 star and above', '“o”'].map(
        (text) => `Remove filter ${text}`,
      ),
    );
    await userEvent.click(chips.getByRole('button', { name: 'Remove filter Men' }));
    await waitFor(() => expect(location()).not.toContain('MEN'));
    expect(document.activeElement?.textContent).toBe('Remove filter Kids');
    for (const text of ['Kids', 'Size M', 'Up to ₹3,000', '1 star and above', '“o”'])
      await userEvent.click(screen.getByRole('button', { name: `Remove filter ${text}` }));
    await waitFor(() => expect(location()).toBe('/productlist'));
    expect(screen.queryByRole('list', { name: 'Filters that are set' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('“Any” takes back a rating and a sort order', async () => {
    const { location } = await openList('/productlist?minRating=3&sort=LOWTOHIGH');
    await userEvent.click(panel().getByRole('radio', { name: 'Any' }));
    const sort = within(screen.getByRole('group', { name: 'Sort by price' }));
    await userEvent.click(sort.getByRole('radio', { name: 'Any' }));
    await waitFor(() => expect(location()).toBe('/productlist'));
  });

  test.each([
    ['raincoatt', 'No results for “raincoatt”. Showing “raincoat”.', 'Puddle Raincoat'],
    [' Wrapp Dres', 'No results for “Wrapp Dres”. Showing “wrap dress”.', 'Wrap Dress'],
    [
      'dress wrap',
      'No results for “dress wrap” as one phrase. Showing titles with all of its words.',
      'Wrap Dress',
    ],
  ])(
    'the search “%s”, which no title has, is corrected and announced',
    async (search, said, title) => {
      const { location } = await openList(`/productlist?${new URLSearchParams({ search })}`);
      await waitFor(() => expect(titles()).toEqual([title]));
      expect(screen.getByRole('status').textContent).toBe(`${said}1 product`);
      expect(screen.getAllByRole('combobox', { name: 'Search' })[0]).toHaveProperty(
        'value',
        search,
      );
      await userEvent.click(screen.getByRole('radio', { name: 'Low to High' }));
      await waitFor(() => expect(location()).toContain('sort=LOWTOHIGH'));
      await waitFor(() => expect(titles()).toEqual([title]));
    },
  );

  test('if other filters hide what a corrected search finds, they are named', async () => {
    await openList('/productlist?search=dreess&category=KIDS');
    expect(screen.getByRole('status').textContent).toBe(
      'No results for “dreess”. Showing “dress”.No products',
    );
    expect(screen.getByText('The chosen category hides the most.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show every category (1)' }));
    await waitFor(() => expect(titles()).toEqual(['Wrap Dress']));
  });

  test('letters are found composed or not, and with any white space', async () => {
    const products = [{ ...overshirt, title: 'Cafe\u0301\u00a0 Apron' }];
    await openList('/productlist?search=caf%C3%A9%E3%80%80apron', { products });
    await waitFor(() => expect(titles()).toHaveLength(1));
    expect(screen.getByRole('status').textContent).toBe('1 product');
  });

  test('if every match costs more than the price limit, the list says so and links to the cheapest', async () => {
    const products = [
      { ...overshirt, id: 'coat', title: 'Silk Coat', price: 6500 },
      { ...overshirt, id: 'sari', title: 'Silk Sari', price: 5200 },
    ];
    const { location } = await openList('/productlist', { products });
    expect(screen.getByText('Everything here costs more than ₹4,000.')).toBeDefined();
    expect(screen.getByText(/price limit of this shop’s list/)).toBeDefined();
    expect(screen.queryByText(/shelves are empty/)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'See Silk Sari for ₹5,200' }));
    expect(location()).toBe('/productlist/sari');
  });

  test('if a search matches only products above the price limit, Clear shows the others again', async () => {
    const coat = { ...overshirt, id: 'coat', title: 'Silk Coat', price: 6500 };
    await openList('/productlist?search=silk', { products: [overshirt, coat] });
    const state = screen.getByText(/price limit of this shop’s list/).parentElement;
    if (!state) throw new Error('the empty state is expected');
    await userEvent.click(within(state).getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(titles()).toEqual(['Indigo Overshirt']));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('a shop may set another price limit', async () => {
    const coat = { ...overshirt, id: 'coat', title: 'Silk Coat', price: 6500 };
    const { location } = await openList('/productlist', { products: [coat], maxPrice: 10_000 });
    await waitFor(() => expect(titles()).toEqual(['Silk Coat']));
    const slider = panel().getByRole('slider', { name: 'Maximum price' });
    expect(slider).toMatchObject({ max: '10000', value: '10000' });
    fireEvent.change(slider, { target: { value: '5000' } });
    await waitFor(() => expect(location()).toBe('/productlist?maxPrice=5000'));
    await userEvent.click(await screen.findByRole('button', { name: 'Show any price (1)' }));
    await waitFor(() => expect(titles()).toEqual(['Silk Coat']));
    expect(location()).toBe('/productlist');
  });

  test('a shop without products says so and names no filter', async () => {
    await openList('/productlist', { products: [] });
    expect(screen.getByText('The shelves are empty just now.')).toBeDefined();
  });

  test('on small screens, the filters open in a side panel that shows the number of matching products', async () => {
    await openList('/productlist?category=MEN');
    const opener = screen.getByRole('button', { name: 'Filters' });
    await userEvent.click(opener);
    const drawer = within(screen.getByRole('dialog', { name: 'Filters' }));
    expect(drawer.getByRole('button', { name: 'Show 1 product' })).toBeDefined();
    await userEvent.click(drawer.getByRole('checkbox', { name: 'Kids' }));
    expect(drawer.getByRole('status').textContent).toBe('2 products');
    await userEvent.click(drawer.getByRole('button', { name: 'Show 2 products' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const browser = window as unknown as HappyWindow;

test('when the screen gets wide, the side panel closes and the page can be used again', async () => {
  browser.happyDOM.setViewport({ width: 600 });
  await openCatalogue('/productlist');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await act(async () => browser.happyDOM.setViewport({ width: 800 }));
  expect(screen.getByRole('dialog')).toBeDefined();
  await act(async () => browser.happyDOM.setViewport({ width: 960 }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the filters are kept on other pages until the home page resets them', async () => {
  const { store, router } = await openCatalogue('/productlist?category=WOMEN');
  const filters = () => store.get(filtersAtom).categories;
  await act(() => router.navigate('/productlist/dress'));
  expect(filters()).toEqual(['WOMEN']);
  await act(() => router.navigate('/'));
  expect(filters()).toEqual([]);
  await act(() => router.navigate('/productlist/dress'));
  expect(filters()).toEqual([]);
});
