import { openPage } from '@patchwork/kit/testing';
import { sessionAtom } from '@patchwork/shop';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AccountData, EmailState } from './AccountData.tsx';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the link for an unconfirmed email can be sent again, once if the button is pressed twice', async () => {
  const { mock } = await openPage(EmailState, { isLoggedIn: true });
  const release = mock.hold('askEmailConfirmation');
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Send the link again' }));
  release();
  expect(await screen.findByText('A mail with a link is on its way.')).toBeDefined();
  expect(mock.calls.filter(({ name }) => name === 'askEmailConfirmation')).toHaveLength(1);
});

test('the data is saved as a JSON file, once if the button is pressed twice', async () => {
  let saved: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved = file as Blob;
    return 'blob:data';
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { mock } = await openPage(AccountData, { isLoggedIn: true });
  const release = mock.hold('exportAccount');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Download my data' }));
  release();
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(mock.calls.filter(({ name }) => name === 'exportAccount')).toHaveLength(1);
  expect(await saved?.text()).toContain('asha@patchwork.example');
  // A browser may begin to read the file later.
  expect(revoke).not.toHaveBeenCalled();
});

test('the deletion can be cancelled, with the focus back where it was', async () => {
  const { mock } = await openPage(AccountData, { isLoggedIn: true });
  const before = mock.calls.length;
  await press('Delete my account');
  await press('Keep it');
  expect(document.activeElement?.textContent).toBe('Delete my account');
  expect(mock.calls).toHaveLength(before);
});

test('the shared guest account can’t be deleted, and the form says so', async () => {
  const { store } = await openPage(AccountData, { isLoggedIn: true, mayBeRefused: true });
  await press('Delete my account');
  await press('Delete my account');
  expect(screen.getByRole('alert').textContent).toBe('Enter your password.');
  await userEvent.type(screen.getByLabelText('Password'), 'marigold-2719');
  await press('Delete my account');
  expect(await screen.findByText(/^Everyone shares the guest account/)).toBeDefined();
  expect(store.get(sessionAtom)).not.toBeNull();
});
