import { openPage } from '@patchwork/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Signup } from './Signup.tsx';

const openSignup = () => openPage(Signup, { mayBeRefused: true });

const mismatch = 'All fields are mandatory, and the password and confirm password should match.';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => screen.getByRole('button', { name: 'Sign up' });

const newShopper = {
  name: 'Meera Nair',
  email: 'meera@example.in',
  password: 'needle',
  confirmPassword: 'needle',
};

async function fillIn(confirmPassword = newShopper.confirmPassword) {
  await userEvent.type(field('Name'), newShopper.name);
  await userEvent.type(field('Email'), newShopper.email);
  await userEvent.type(field('Password'), 'needle');
  await userEvent.type(field('Confirm password'), confirmPassword);
}

test('it links to login, and every field is required and has the right autocomplete value', async () => {
  await openSignup();
  expect(screen.getByRole('heading', { level: 1, name: 'Sign up' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  const tokens = ['Name', 'Email', 'Password', 'Confirm password'].map((label) => {
    expect(field(label).required).toBe(true);
    return field(label).autocomplete;
  });
  expect(tokens).toEqual(['name', 'email', 'new-password', 'new-password']);
});

test('a completed form signs up and opens the product list', async () => {
  const { mock, router } = await openSignup();
  await fillIn();
  await userEvent.click(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe('/productlist'));
  expect(mock.calls[0]).toEqual({ name: 'signup', body: newShopper });
});

test('an empty form reports every field and focuses the first', async () => {
  await openSignup();
  await userEvent.click(submit());
  expect(screen.getByRole('alert').textContent).toBe(mismatch);
  for (const text of [
    'Enter your name.',
    'Enter your email.',
    'Choose a password.',
    'Enter the password again.',
  ])
    expect(screen.getByText(text)).toBeDefined();
  expect(document.activeElement).toBe(field('Name'));
});

test('the toggle shows the password but not its confirmation', async () => {
  await openSignup();
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field('Password').type).toBe('text');
  expect(field('Confirm password').type).toBe('password');
});
