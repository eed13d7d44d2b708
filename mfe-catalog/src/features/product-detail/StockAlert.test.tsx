import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openCatalogue } from '../../test-support.tsx';

const button = (name: string) => screen.findByRole('button', { name });

test('a visitor types an address, and is told to confirm it', async () => {
  await openCatalogue('/productlist/raincoat');
  await userEvent.click(await button('Tell me when it is back'));
  const field = screen.getByRole('textbox', { name: 'Your email' });
  expect(document.activeElement).toBe(field);
  await userEvent.click(await button('Tell me when it is back'));
  expect(screen.getByRole('alert').textContent).toBe('Enter your email.');
  await userEvent.type(field, 'meera,asha@x.example');
  await userEvent.click(await button('Tell me when it is back'));
  expect(screen.getByRole('alert').textContent).toMatch(/^Please enter your email as/);
  expect(document.activeElement).toBe(field);
  await userEvent.clear(field);
  await userEvent.type(field, ' meera@patchwork.example ');
  await userEvent.click(await button('Tell me when it is back'));
  const said = await screen.findByText(/^A mail to meera@patchwork.example is on its way/);
  expect(said.role).toBe('status');
});

test('what a visitor typed stays after a failure', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openCatalogue('/productlist/raincoat', { failing: ['askStockAlert'] });
  await userEvent.click(await button('Tell me when it is back'));
  const field = await screen.findByRole('textbox', { name: 'Your email' });
  await userEvent.type(field, 'meera@patchwork.example');
  await userEvent.click(await button('Tell me when it is back'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/\S/);
  expect(field).toHaveProperty('value', 'meera@patchwork.example');
});

test('a shopper waits with one press, and withdraws with another', async () => {
  await openCatalogue('/productlist/raincoat', { loggedIn: true });
  await userEvent.click(await button('Tell me when it is back'));
  const withdraw = await button('Don’t tell me');
  expect(screen.getByText(/in stock again\.$/).role).toBe('status');
  await userEvent.click(withdraw);
  expect(await button('Tell me when it is back')).toBeDefined();
  expect(screen.queryByText(/in stock again\.$/)).toBeNull();
});

test.each([
  ['getStockAlertOffer', false],
  ['listStockAlerts', true],
] as const)('there is no button while %s fails', async (failing, loggedIn) => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openCatalogue('/productlist/raincoat', { failing: [failing], loggedIn });
  expect(screen.queryByRole('button', { name: 'Tell me when it is back' })).toBeNull();
});

test('a product in stock offers no mail', async () => {
  await openCatalogue('/productlist/overshirt');
  expect(screen.queryByRole('button', { name: 'Tell me when it is back' })).toBeNull();
});
