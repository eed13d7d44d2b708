import { openPage, testPathTo } from '@patchwork/kit/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TemplatePage } from './TemplatePage.tsx';

test('a visitor is asked to log in, and can go to the shop', async () => {
  await openPage(TemplatePage);
  expect(screen.getByRole('heading', { level: 1, name: 'Template heading' })).toBeDefined();
  expect(screen.getByText(/Log in, and it greets you/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Shop Now' }).getAttribute('href')).toBe(
    testPathTo('product-list'),
  );
});

test('a logged-in shopper is greeted by name', async () => {
  await openPage(TemplatePage, { isLoggedIn: true });
  expect(screen.getByText('Asha, this page is new here.')).toBeDefined();
});
