import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { kurtas, openCatalogue, overshirt } from '../../test-support.tsx';

// happy-dom loads no pictures, and says of each that it is complete.
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

test('a product is shown with all its details', async () => {
  await openCatalogue('/productlist/overshirt');
  expect(screen.getByRole('heading', { level: 1, name: 'Indigo Overshirt' })).toBeDefined();
  expect(document.title).toBe('Indigo Overshirt · Patchwork');
  for (const text of [
    '4.4',
    '1.9k Reviews',
    '₹2,719',
    '₹3,599',
    '24% OFF',
    'inclusive of all taxes',
    'Best Offers',
    'Availabilty:',
    'In Stock',
    'Starts stiff and softens to your shoulders.',
    'M',
    'Get it in 4 days',
  ])
    expect(screen.getByText(text)).toBeDefined();
});

test('a product that is out of stock says so, can’t be added and promises no day; one day of delivery is singular', async () => {
  await openCatalogue('/productlist/raincoat');
  expect(screen.getByText('Out of Stock', { selector: 'strong' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Out of Stock' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Get it in 1 day').textContent).toContain('once it is in stock again');
  expect(screen.queryByText(/· by /)).toBeNull();
});

test("'Wishlist' becomes 'Remove from wishlist', and back", async () => {
  await openCatalogue('/productlist/overshirt', { loggedIn: true });
  await userEvent.click(screen.getByRole('button', { name: 'Wishlist' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from wishlist' }));
  expect(await screen.findByRole('button', { name: 'Wishlist' })).toBeDefined();
});

test('an unknown product is reported as not found, with a link to the shop', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openCatalogue('/productlist/nothing');
  expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(
    '/productlist',
  );
});

test('while the product loads, the page has a spinner, a heading and a title', async () => {
  await openCatalogue('/productlist/overshirt', { silent: true });
  expect(screen.getByRole('status').textContent).toBe('Loading the product');
  expect(screen.getByRole('heading', { level: 1, name: 'Loading the product' })).toBeDefined();
  expect(document.title).toBe('Loading the product · Patchwork');
});

test('after a failure the spinner stays, and loading can be retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { fail } = await openCatalogue('/productlist/overshirt', {
    failing: ['getProduct', 'listProducts'],
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.title).toBe('Product not loaded · Patchwork');
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  expect(screen.getByRole('status').textContent).toBe('Loading the product');
  fail();
  await userEvent.click(retry);
  const heading = await screen.findByRole('heading', { level: 1, name: 'Indigo Overshirt' });
  expect(document.activeElement).toBe(heading);
});

test('a product of the loaded list appears immediately, even if its own request fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { fail } = await openCatalogue('/productlist/overshirt', { failing: ['getProduct'] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Indigo Overshirt' })).toBeDefined();
  expect(await screen.findByText('Price and stock could not be brought up to date.')).toBeDefined();
  fail();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(screen.getByRole('heading', { level: 1, name: 'Indigo Overshirt' })).toBeDefined();
});

test('in a large catalogue, a product whose card was pressed appears immediately, even if its own request fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openCatalogue('/productlist', { queriesCatalogue: true, failing: ['getProduct'] });
  await userEvent.click(await screen.findByRole('link', { name: 'Wrap Dress' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Wrap Dress' })).toBeDefined();
});

test('the delivery day is shown, and a collapsible section with fabric and care', async () => {
  await openCatalogue('/productlist/overshirt', {
    products: [{ ...overshirt, care: 'Cotton. Wash cold.' }],
  });
  const day = new Date();
  day.setDate(day.getDate() + 4);
  expect(screen.getByText(/^· by /).textContent).toMatch(
    new RegExp(`^ · by \\w+day, ${day.getDate()} \\w+$`),
  );
  expect(screen.getByText('Cotton. Wash cold.')).toBeDefined();
  expect(screen.getByText('Cloth and care').closest('details')).toHaveProperty('open', false);
  expect(screen.getByText('Description').closest('details')).toHaveProperty('open', true);
});

describe('the pictures', () => {
  const pictures = [
    { image: '/images/overshirt-worn.svg', alt: 'Indigo Overshirt, worn' },
    { image: '/images/overshirt-back.svg', alt: 'Indigo Overshirt, from behind' },
  ];

  const openPictures = (further: readonly { image: string; alt: string }[] = pictures) =>
    openCatalogue('/productlist/overshirt', { products: [{ ...overshirt, pictures: further }] });

  const gallery = () =>
    within(screen.getByRole('region', { name: 'Pictures of Indigo Overshirt' }));
  const picture = (alt: string) => gallery().getByRole('button', { name: `Full screen: ${alt}` });
  const fileOf = (alt: string) => picture(alt).querySelector('img')?.getAttribute('src') ?? null;
  const tab = (name: string) => gallery().getByRole('tab', { name });

  test('only the first one is loaded at first; the others follow once it has loaded and the browser is idle', async () => {
    await openPictures();
    expect(fileOf('Indigo Overshirt')).toBe('/images/plain-shirt.svg');
    expect(fileOf('Indigo Overshirt, worn')).toBeNull();
    fireEvent.load(gallery().getByRole('img', { name: 'Indigo Overshirt' }));
    await vi.waitFor(() =>
      expect(fileOf('Indigo Overshirt, worn')).toBe('/images/overshirt-worn.svg'),
    );
    expect(fileOf('Indigo Overshirt, from behind')).toBe('/images/overshirt-back.svg');
  });

  test('arrow keys move through the pictures, from a picture and from a tab, and stop at the last', async () => {
    await openPictures();
    const user = userEvent.setup();
    picture('Indigo Overshirt').focus();
    await user.keyboard('{ArrowLeft}{ArrowRight}');
    expect(document.activeElement).toBe(picture('Indigo Overshirt, worn'));
    expect(tab('Indigo Overshirt, worn').getAttribute('aria-selected')).toBe('true');
    await user.tab();
    expect(document.activeElement).toBe(tab('Indigo Overshirt, worn'));
    await user.keyboard('{End}{ArrowRight}');
    expect(document.activeElement).toBe(tab('Indigo Overshirt, from behind'));
    expect(fileOf('Indigo Overshirt, from behind')).toBe('/images/overshirt-back.svg');
  });

  test('a scroll to a picture that ends elsewhere is repeated; a scroll by hand selects where it ends', async () => {
    await openPictures();
    const row = gallery().getAllByRole('tabpanel')[0]?.parentElement as HTMLElement;
    Object.defineProperty(row, 'clientWidth', { value: 400 });
    const scrollTo = vi.spyOn(row, 'scrollTo').mockReturnValue();
    const selected = () =>
      gallery().getByRole('tab', { selected: true }).getAttribute('aria-label');
    const endAt = async (left: number) => {
      row.scrollLeft = left;
      fireEvent.scroll(row);
      await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    };
    await userEvent.click(tab('Indigo Overshirt, worn'));
    await endAt(100);
    expect(scrollTo).toHaveBeenLastCalledWith({ left: 400, behavior: 'instant' });
    expect(selected()).toBe('Indigo Overshirt, worn');
    fireEvent.pointerDown(row);
    await endAt(800);
    expect(selected()).toBe('Indigo Overshirt, from behind');
  });

  test.each([
    ['stops the browser from enlarging the page', true],
    ['does not try to stop a browser that moves the picture already', false],
  ])('a pinch enlarges the picture, and %s', async (_, cancelable) => {
    await openPictures();
    await userEvent.click(picture('Indigo Overshirt'));
    const dialog = await screen.findByRole('dialog');
    const shown = within(dialog).getByRole('img', { name: 'Indigo Overshirt' });
    const fingers = (distance: number) => [
      { clientX: 100, clientY: 100 },
      { clientX: 100 + distance, clientY: 100 },
    ];
    const move = createEvent.touchMove(shown, { touches: fingers(200), cancelable });
    const preventDefault = vi.spyOn(move, 'preventDefault');
    fireEvent.touchStart(shown, { touches: fingers(100) });
    fireEvent(shown, move);
    expect(within(dialog).getByRole('status').textContent).toContain('enlarged 2.0 times');
    expect(preventDefault).toHaveBeenCalledTimes(cancelable ? 1 : 0);
  });

  test('a product with one picture has no tabs', async () => {
    await openPictures([]);
    expect(picture('Indigo Overshirt')).toBeDefined();
    expect(gallery().queryByRole('tablist')).toBeNull();
    expect(gallery().queryByRole('tabpanel')).toBeNull();
  });

  test('a picture that fails to load says so, and the others stay', async () => {
    await openPictures();
    fireEvent.error(gallery().getByRole('img', { name: 'Indigo Overshirt' }));
    expect(gallery().getByText('This picture can’t be shown: Indigo Overshirt')).toBeDefined();
    const panel = screen.getByRole('tabpanel', { name: 'Indigo Overshirt' });
    expect(tab('Indigo Overshirt').getAttribute('aria-controls')).toBe(panel.id);
    await userEvent.click(tab('Indigo Overshirt, worn'));
    expect(fileOf('Indigo Overshirt, worn')).toBe('/images/overshirt-worn.svg');
  });

  test('a picture from a disallowed origin is left out', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await openPictures([{ image: 'https://evil.example/x.png', alt: 'Evil' }, ...pictures]);
    expect(gallery().getAllByRole('tab')).toHaveLength(3);
    expect(gallery().queryByRole('tab', { name: 'Evil' })).toBeNull();
  });
});

describe('Share', () => {
  const pressShare = async () => {
    await openCatalogue('/productlist/overshirt?utm_source=mail');
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  };
  const url = `${location.origin}/productlist/overshirt`;

  function replaceShare(share: ((data: object) => Promise<void>) | undefined): void {
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  }

  test('passes the product’s URL to the system', async () => {
    const share = vi.fn(async () => undefined);
    replaceShare(share);
    await pressShare();
    expect(share).toHaveBeenCalledWith({ title: 'Indigo Overshirt', url });
  });

  test('reports nothing if the shopper closes the system’s dialog', async () => {
    replaceShare(async () => {
      throw new DOMException('closed', 'AbortError');
    });
    await pressShare();
    expect(screen.queryByText(/link/i, { selector: '[role=alert]' })).toBeNull();
  });

  test('copies the URL if the system has no such dialog, and says so', async () => {
    replaceShare(undefined);
    await pressShare();
    expect(await screen.findByText('Link copied')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  test('shows the URL if it can’t be copied', async () => {
    replaceShare(undefined);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    await pressShare();
    expect(await screen.findByText(`The link could not be copied: ${url}`)).toBeDefined();
  });
});

describe('sizes and colours', () => {
  const links = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        link.getAttribute('href')?.replace('/productlist/', ''),
        link.getAttribute('aria-current'),
      ]);
  const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));

  test('are links to the siblings, by size, with what is out of stock still reachable', async () => {
    await openCatalogue('/productlist/kurta-m', { products: kurtas });
    expect(links('Size')).toEqual([
      ['S out of stock', 'kurta-s', null],
      ['M', 'kurta-m', 'true'],
      ['XL', 'kurta-xl', null],
    ]);
    expect(links('Colour')).toEqual([
      ['Cream', 'kurta-m', 'true'],
      ['Sky', 'sky-kurta-m', null],
    ]);
    expect(screen.getByText('Size:').textContent).toBe('Size: M');
  });

  test('a product that is alone has no links', async () => {
    await openCatalogue('/productlist/overshirt', { products: [overshirt, ...kurtas] });
    expect(screen.queryByRole('group', { name: 'Size' })).toBeNull();
    expect(screen.getByText('M', { selector: 'strong' })).toBeDefined();
  });

  test.each([false, true])(
    'a chosen sibling is shown at once, and its own title and picture follow (the catalogue is queried: %s)',
    async (queriesCatalogue) => {
      const { hold, location } = await openCatalogue('/productlist/kurta-m', {
        ...{ products: kurtas, queriesCatalogue },
      });
      const heading = screen.getByRole('heading', { level: 1 });
      const release = hold('getProduct');
      await follow('Sky');
      expect(location()).toBe('/productlist/sky-kurta-m');
      expect(screen.getByText('₹1,799')).toBeDefined();
      expect(links('Colour')).toEqual([
        ['Cream', 'kurta-m', null],
        ['Sky', 'sky-kurta-m', 'true'],
      ]);
      expect(document.activeElement?.textContent).toBe('Sky');
      if (queriesCatalogue) expect(heading.textContent).toBe('Khadi Kurta');
      await act(async () => release());
      await vi.waitFor(() => expect(heading.textContent).toBe('Sky Kurta'));
      expect(document.title).toBe('Sky Kurta · Patchwork');
      expect(screen.getByRole('img', { name: 'Sky Kurta' }).getAttribute('src')).toBe(
        '/images/sky-kurta.svg',
      );
      expect(document.activeElement?.textContent).toBe('Sky');
      expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
    },
  );

  test('an opened text stays open; a product of another style begins anew', async () => {
    const products = kurtas.map((product) => ({ ...product, care: 'Wash cold.' }));
    const { router } = await openCatalogue('/productlist/kurta-m', {
      products: [overshirt, ...products],
    });
    await userEvent.click(screen.getByText('Cloth and care'));
    await follow('XL');
    expect(screen.getByText('Cloth and care').closest('details')).toHaveProperty('open', true);
    await act(() => router.navigate('/productlist/overshirt'));
    expect(screen.queryByText('Cloth and care')).toBeNull();
    await act(() => router.navigate('/productlist/kurta-m'));
    expect(screen.getByText('Cloth and care').closest('details')).toHaveProperty('open', false);
  });
});
