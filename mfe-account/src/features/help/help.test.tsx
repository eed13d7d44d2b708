import { openPage } from '@patchwork/kit/testing';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Delivery } from './Delivery.tsx';
import { Help } from './Help.tsx';
import { Privacy } from './Privacy.tsx';
import { Returns } from './Returns.tsx';

test.each([
  ['Help', Help, '/orders'],
  ['Delivery', Delivery, '/profile?tab=ADDRESSES'],
  ['Returns', Returns, '/checkout'],
  ['Privacy', Privacy, '/logout'],
] as const)(
  '%s is marked as the current page of its navigation, and its text links to another page',
  async (title, Page, next) => {
    await openPage(Page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    const others = within(screen.getByRole('navigation', { name: 'Help' })).getAllByRole('link');
    expect(others.map(({ textContent }) => textContent)).toEqual([
      'Help',
      'Delivery',
      'Returns',
      'Privacy',
    ]);
    const current = others.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual([title]);
    const text = screen
      .getAllByRole('region')
      .flatMap((part) => within(part).queryAllByRole('link'));
    expect(text.map((link) => link.getAttribute('href'))).toContain(next);
  },
);
