import { openPage } from '@patchwork/kit/testing';
import { sessionAtom } from '@patchwork/shop';
import { demoAccount } from '@patchwork/shop/domain';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { ResetPassword } from './ResetPassword.tsx';

afterEach(() => history.replaceState(null, '', '/'));

const email = 'operator@patchwork.example';

/** Opens a page at the link of a mail with this token. */
function openLink(Component: typeof ResetPassword, token: string) {
  history.replaceState(null, '', `/linked?from=mail#token=${token}`);
  return openPage(Component, { mayBeRefused: true });
}

/** Opens another mail's link in the same tab, where only the fragment differs. */
function openNext(token: string): void {
  history.replaceState(null, '', `#token=${token}`);
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([email, 'nobody@patchwork.example'])(
  'a link is announced to %s, whether there is such an account or not',
  async (typed) => {
    const { mock } = await openPage(ForgotPassword);
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), ` ${typed} `);
    await press('Send the link');
    const status = await screen.findByRole('status');
    expect(status.textContent).toContain(`If there is an account with ${typed}`);
    expect(mock.calls).toEqual([{ name: 'askPasswordReset', body: { email: typed } }]);
  },
);

test('no link is asked for without an email', async () => {
  const { mock } = await openPage(ForgotPassword);
  await press('Send the link');
  expect(screen.getByRole('alert').textContent).toBe('Enter your email.');
  expect(mock.calls).toEqual([]);
});

test('no mail is said to be on its way to something that is no address', async () => {
  const { mock } = await openPage(ForgotPassword);
  const field = screen.getByRole('textbox', { name: 'Email' });
  await userEvent.type(field, 'a,b@shop.example');
  await press('Send the link');
  expect(screen.getByRole('alert').textContent).toBe(
    'Please enter your email as name@example.com.',
  );
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(/on its way/)).toBeNull();
  expect(mock.calls).toEqual([]);
});

test('the token of a mail sets another password once, and is removed from the URL', async () => {
  const { mock } = await openLink(ResetPassword, 'wrong');
  expect(location.href).toMatch(/\/linked\?from=mail$/);
  await userEvent.type(screen.getByLabelText('Password'), 'another-needle');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'another-needl');
  await press('Change password');
  expect(screen.getByText('This is not the same password.')).toBeDefined();
  expect(mock.calls).toEqual([]);
  await userEvent.type(screen.getByLabelText('Confirm password'), 'e');
  await press('Change password');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This link has expired or was already used/,
  );
  expect(mock.calls.map(({ body }) => body)).toEqual([
    { token: 'wrong', password: 'another-needle' },
  ]);
});

test.each([
  [ResetPassword, 'Change password'],
  [ConfirmEmail, 'Yes, it is mine'],
])('a URL without a token is reported, and nothing is sent (%#)', async (Component, name) => {
  const { mock } = await openPage(Component);
  const missing = /^This address has no link from a mail/;
  expect(await screen.findByText(missing)).toBeDefined();
  for (const field of document.querySelectorAll('input')) await userEvent.type(field, 'needle-2');
  await press(name);
  expect(screen.getByText(missing)).toBeDefined();
  expect(mock.calls).toEqual([]);
});

test('an email is confirmed by pressing the button, not by opening the link', async () => {
  const { mock, store } = await openLink(ConfirmEmail, 'old');
  expect(mock.calls).toEqual([]);
  await press('Yes, it is mine');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This link has expired or was already used/,
  );
  await waitFor(() => expect(store.get(sessionAtom)).toBeNull());
});

test('the link of another mail, opened in the same tab, starts with an empty form', async () => {
  const { mock } = await openLink(ResetPassword, 'wrong');
  async function change() {
    await userEvent.type(screen.getByLabelText('Password'), 'another-needle');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'another-needle');
    await press('Change password');
  }
  await change();
  expect(await screen.findByRole('alert')).toBeDefined();
  await mock.connect().askPasswordReset({ body: demoAccount });
  const asha = mock.control.read().tables.users.find(({ email }) => email === demoAccount.email);
  const sent = asha?.account.mails.at(-1)?.data;
  openNext(sent && 'token' in sent ? sent.token : '');
  expect(screen.queryByRole('alert')).toBeNull();
  await change();
  expect(await screen.findByText('Your password is changed.')).toBeDefined();
  openNext('third');
  expect(screen.getByRole('button', { name: 'Change password' })).toBeDefined();
});

test('the link of another mail, opened in the same tab, can be confirmed', async () => {
  await openLink(ConfirmEmail, 'old');
  await press('Yes, it is mine');
  expect(await screen.findByText(/^This link has expired/)).toBeDefined();
  openNext('new');
  expect(screen.queryByText(/^This link has expired/)).toBeNull();
});
