import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { dress, openCatalogue, overshirt } from '../test-support.tsx';

const card = (name: string) => within(screen.getByRole('article', { name }));

test('a card shows title, prices, percent off, rating and size, and links to its product', async () => {
  await openCatalogue('/productlist');
  const { getByRole, getByText } = card('Indigo Overshirt');
  expect(getByRole('link', { name: 'Indigo Overshirt' }).getAttribute('href')).toBe(
    '/productlist/overshirt',
  );
  expect(getByText('₹2,719')).toBeDefined();
  expect(getByText('₹3,599').tagName).toBe('S');
  expect(getByText('24% OFF')).toBeDefined();
  expect(getByText('4.4')).toBeDefined();
  expect(getByText('Size M')).toBeDefined();
});

test('an original price below the price is not shown', async () => {
  await openCatalogue('/productlist');
  const { getByText, queryByText } = card('Wrap Dress');
  expect(getByText('₹1,899')).toBeDefined();
  expect(queryByText('₹1,750')).toBeNull();
  expect(queryByText(/OFF/)).toBeNull();
});

test('a product without ratings says so', async () => {
  await openCatalogue('/productlist', { products: [{ ...overshirt, rating: 0 }] });
  expect(card('Indigo Overshirt').getByText('Not rated yet')).toBeDefined();
});

test('a picture reserves its space', async () => {
  await openCatalogue('/productlist');
  const picture = card('Indigo Overshirt').getByRole('presentation');
  expect(picture.getAttribute('width')).toBe('800');
  expect(picture.getAttribute('height')).toBe('1000');
});

describe('the second picture', () => {
  const worn = { image: '/images/overshirt-worn.svg', alt: 'Indigo Overshirt, worn' };
  const pictures = () =>
    card('Indigo Overshirt')
      .getAllByRole('presentation')
      .map((picture) => picture.getAttribute('src'));

  async function openOnScreenThat(canHover: boolean) {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: canHover && query === '(hover: hover)' }) as MediaQueryList,
    );
    await openCatalogue('/productlist', { products: [{ ...overshirt, pictures: [worn] }] });
    expect(pictures()).toEqual([overshirt.image]);
    return screen.getByRole('article');
  }

  test.each([
    ['hovered', (shown: HTMLElement) => userEvent.hover(shown)],
    ['focused', () => card('Indigo Overshirt').getByRole('link').focus()],
  ])('is loaded when the card is first %s', async (_, reach) => {
    const shown = await openOnScreenThat(true);
    await act(async () => reach(shown));
    expect(pictures()).toEqual([overshirt.image, worn.image]);
  });

  test('is never loaded on a touch screen', async () => {
    await userEvent.hover(await openOnScreenThat(false));
    expect(pictures()).toEqual([overshirt.image]);
  });
});

describe('the cart', () => {
  test("'Add to Cart' becomes 'Go to Cart', which gets the focus", async () => {
    await openCatalogue('/productlist', { loggedIn: true });
    await userEvent.click(card('Indigo Overshirt').getByRole('button', { name: 'Add to Cart' }));
    const link = await card('Indigo Overshirt').findByRole('link', { name: 'Go to Cart' });
    expect(link.getAttribute('href')).toBe('/cart');
    expect(document.activeElement).toBe(link);
    expect(card('Wrap Dress').getByRole('button', { name: 'Add to Cart' })).toBeDefined();
  });

  test('a product that is already in the cart links there without taking the focus', async () => {
    await openCatalogue('/productlist', {
      loggedIn: true,
      cart: [{ product: overshirt, quantity: 1 }],
    });
    const link = await card('Indigo Overshirt').findByRole('link', { name: 'Go to Cart' });
    expect(document.activeElement).not.toBe(link);
  });

  test('a product that is out of stock can be wishlisted, but not added to the cart', async () => {
    await openCatalogue('/productlist', { loggedIn: true });
    const { getByRole, findByRole } = card('Puddle Raincoat');
    expect(getByRole('button', { name: 'Out of Stock' })).toHaveProperty('disabled', true);
    await userEvent.click(getByRole('button', { name: 'Wishlist: Puddle Raincoat' }));
    expect(
      await findByRole('button', { name: 'Remove from wishlist: Puddle Raincoat' }),
    ).toBeDefined();
  });

  test.each(['Add to Cart', 'Wishlist: Indigo Overshirt'])(
    'a visitor who presses “%s” is asked to log in',
    async (name) => {
      const { location } = await openCatalogue('/productlist');
      await userEvent.click(card('Indigo Overshirt').getByRole('button', { name }));
      // On a slow machine the toast of the test before may still be there.
      expect(await screen.findAllByText('Please login to continue!')).not.toEqual([]);
      expect(location()).toBe('/login');
    },
  );
});

test('the heart’s label says what pressing it does, and it has no pressed state', async () => {
  await openCatalogue('/productlist', { loggedIn: true });
  const { getByRole, findByRole } = card('Wrap Dress');
  const heart = getByRole('button', { name: 'Wishlist: Wrap Dress' });
  expect(heart.hasAttribute('aria-pressed')).toBe(false);
  expect(heart.dataset.wished).toBe('false');
  await userEvent.click(heart);
  const wished = await findByRole('button', { name: 'Remove from wishlist: Wrap Dress' });
  expect(wished.dataset.wished).toBe('true');
  await userEvent.click(wished);
  expect(await findByRole('button', { name: 'Wishlist: Wrap Dress' })).toBeDefined();
});

test('a picture in several widths names its files and its displayed width; any other names one file', async () => {
  const sources = [
    { image: '/shirt-400.jpg', width: 400 },
    { image: '/shirt-800.jpg', width: 800 },
  ];
  await openCatalogue('/productlist', {
    products: [{ ...overshirt, image: '/shirt-800.jpg', sources }, dress],
  });
  const [first, second] = screen
    .getAllByRole('article')
    .map((card) => card.querySelector('img') as HTMLImageElement);
  expect(first?.getAttribute('srcset')).toBe('/shirt-400.jpg 400w, /shirt-800.jpg 800w');
  expect(first?.getAttribute('sizes')).toContain('45vw');
  expect(second?.hasAttribute('srcset')).toBe(false);
  expect(second?.hasAttribute('sizes')).toBe(false);
});
