import { openPage } from '@patchwork/kit/testing';
import { sessionAtom } from '@patchwork/shop';
import { demoAccount } from '@patchwork/shop/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Login } from './Login.tsx';

const openLogin = () => openPage(Login, { mayBeRefused: true });

const wrongPassword = 'The credentials you entered are invalid. Unauthorized access error.';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const press = (name: string) => screen.getByRole('button', { name });

test('it is headed Login, links to signup and the page for a forgotten password, and password managers find its fields', async () => {
  await openLogin();
  expect(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
  const forgotten = screen.getByRole('link', { name: 'Forgot your password?' });
  expect(forgotten.getAttribute('href')).toBe('/forgot-password');
  expect(email().autocomplete).toBe('username');
  expect(password().autocomplete).toBe('current-password');
});

test('email and password log in and open the product list', async () => {
  const { mock, router } = await openLogin();
  await userEvent.type(email(), ' asha@patchwork.example ');
  await userEvent.type(password(), 'marigold-2719');
  await userEvent.click(press('Login'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/productlist'));
  expect(mock.calls[0]).toEqual({ name: 'login', body: demoAccount });
});

test('a guest logs in with the demo account without typing', async () => {
  const { mock, router } = await openLogin();
  await userEvent.click(press('Login as Guest'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/productlist'));
  expect(mock.calls[0]).toEqual({ name: 'login', body: demoAccount });
});

test('empty fields are reported, beside each and for the whole form, and nothing is sent', async () => {
  const { mock } = await openLogin();
  await userEvent.click(press('Login'));
  expect(screen.getByRole('alert').textContent).toBe('Please enter both the fields.');
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter your email.',
  );
  expect(screen.getByText('Enter your password.')).toBeDefined();
  expect(document.activeElement).toBe(email());
  expect(mock.calls).toEqual([]);
});

test('the first invalid field gets the focus, and its error disappears once it is edited', async () => {
  await openLogin();
  await userEvent.type(email(), 'asha@patchwork.example');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(password());
  await userEvent.keyboard('m');
  expect(password().getAttribute('aria-invalid')).toBe('false');
  expect(screen.queryByText('Enter your password.')).toBeNull();
});

test("the server's refusal is shown at the field that it is about, which gets the focus; input is kept", async () => {
  const { store } = await openLogin();
  await userEvent.type(email(), 'asha@patchwork.example');
  await userEvent.type(password(), 'marigold');
  await userEvent.click(press('Login'));
  expect((await screen.findByRole('alert')).textContent).toBe(wrongPassword);
  expect(email().value).toBe('asha@patchwork.example');
  expect(password().value).toBe('marigold');
  expect(document.activeElement).toBe(password());
  expect(document.getElementById(password().getAttribute('aria-describedby') ?? '')).toBe(
    screen.getByRole('alert'),
  );
  expect(store.get(sessionAtom)).toBeNull();

  await userEvent.type(email(), '.nowhere');
  await userEvent.click(press('Login'));
  expect(await screen.findByText(/^The email you entered is not Registered/)).toBeDefined();
  expect(document.activeElement).toBe(email());
  expect(password().getAttribute('aria-invalid')).toBe('false');
});

test('while a request is pending, nothing is sent again', async () => {
  const { mock } = await openLogin();
  const respond = mock.hold('login');
  await userEvent.type(email(), 'asha@patchwork.example');
  await userEvent.type(password(), 'marigold{Enter}{Enter}');
  await userEvent.dblClick(press('Login'));
  await userEvent.click(press('Login as Guest'));
  expect(mock.calls).toHaveLength(1);

  respond();
  await screen.findByRole('alert');
  await userEvent.click(press('Login'));
  expect(mock.calls).toHaveLength(2);
});

test('the password is hidden until the shopper shows it', async () => {
  await openLogin();
  await userEvent.type(password(), 'marigold');
  expect(password().type).toBe('password');
  await userEvent.click(press('Show password'));
  expect(password().type).toBe('text');
  expect(password().value).toBe('marigold');
  await userEvent.click(press('Hide password'));
  expect(password().type).toBe('password');
});
