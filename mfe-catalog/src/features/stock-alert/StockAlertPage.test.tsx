import { openPage } from '@patchwork/kit/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { StockAlertPage } from './StockAlertPage.tsx';

afterEach(() => history.replaceState(null, '', '/'));

function openLink(fragment: string) {
  history.replaceState(null, '', `/stock-alert?from=mail#${fragment}`);
  return openPage(StockAlertPage, { mayBeRefused: true });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  ['confirm', 'Yes, tell me'],
  ['stop', 'End all such mails'],
])(
  'a link to %s is followed by a press, not by opening it, and leaves the URL',
  async (action, name) => {
    const { mock } = await openLink(`${action}=secret`);
    expect(location.href).toMatch(/\/stock-alert\?from=mail$/);
    expect(mock.calls).toEqual([]);
    await press(name);
    expect(mock.calls.map(({ body }) => body)).toEqual([{ token: 'secret', action }]);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link has expired/);
  },
);

test('an address without a link says so, and sends nothing', async () => {
  const { mock } = await openPage(StockAlertPage);
  expect(await screen.findByText(/^This address has no link from a mail/)).toBeDefined();
  await press('Yes, tell me');
  expect(mock.calls).toEqual([]);
});

test('another mail’s link, opened in the same tab, asks its own question', async () => {
  await openLink('stop=one');
  history.replaceState(null, '', '#confirm=two');
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  expect(screen.getByRole('button', { name: 'Yes, tell me' })).toBeDefined();
});
