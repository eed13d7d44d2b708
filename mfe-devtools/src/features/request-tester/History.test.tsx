import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { historyAtom } from './history.ts';
import { serveTests } from './test-server.ts';
import { endpoint, leave, openTester, panel, submit, submitRequest } from './test-support.tsx';

const server = serveTests();

afterEach(leave);

test('a request of the history is sent again as it was, with the session’s token', async () => {
  const { store, user } = await openTester({ isLoggedIn: true, search: '?endpoint=/echo' });
  await user.click(screen.getByRole('button', { name: 'Use my session token' }));
  await submit(user);
  await panel().findByText('200 OK');
  const { authorization } = server.last().headers;
  expect(JSON.stringify(localStorage)).toContain('tester-history');
  expect(localStorage.getItem('patchwork:tester-history')).not.toContain(authorization);

  cleanup();
  sessionStorage.clear();
  const again = await openTester({ isLoggedIn: true });
  await again.user.click(screen.getByRole('button', { name: 'Resend GET /echo' }));
  await waitFor(() => expect(server.requests).toHaveLength(2));
  expect(server.last().headers.authorization?.split('.')).toHaveLength(3);
  expect(store.get(historyAtom)).toHaveLength(1);
  await waitFor(() => expect(again.store.get(historyAtom)).toHaveLength(2));
});

test('what was not stored must be filled in before a request is sent again', async () => {
  const { user } = await openTester({
    search: `?method=POST&endpoint=/echo&body=${encodeURIComponent('{"password":"needle"}')}`,
  });
  await submit(user);
  await panel().findByText('200 OK');
  cleanup();
  const again = await openTester();
  await again.user.click(screen.getByRole('button', { name: 'Resend POST /echo' }));
  expect(
    screen.getByText('Not stored with this request: password. Fill it in, then submit.'),
  ).toBeDefined();
  expect(server.requests).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: 'Body:' })).toHaveProperty('value', '{"password":""}');
});

test('the history is searched by words, and deleted as a whole', async () => {
  const { user } = await submitRequest('/first');
  await panel().findByText('200 OK');
  await user.clear(endpoint());
  await user.type(endpoint(), '/second{Enter}');
  await screen.findByRole('button', { name: 'Edit GET /second' });
  await user.type(screen.getByRole('searchbox', { name: 'Search the history' }), 'FIRST get');
  expect(screen.queryByRole('button', { name: 'Edit GET /second' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Edit GET /first' }));
  expect(endpoint()).toHaveProperty('value', '/first');
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  expect(screen.getByText('Nothing was sent yet.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History' }));
  expect(localStorage.getItem('patchwork:tester-history')).toBeNull();
});
