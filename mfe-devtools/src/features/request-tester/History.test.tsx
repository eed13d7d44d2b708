import { cleanup, screen, waitFor } from '@testing-library/react';
import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { firstDraft } from '../../draft.ts';
import {
  addToHistoryAtom,
  clearHistoryAtom,
  type HistoryEntry,
  historyAtom,
  historyLength,
} from './history.ts';
import { serveTests } from './test-server.ts';
import { endpoint, leave, openTester, panel, submit, submitRequest } from './test-support.tsx';

const server = serveTests();

afterEach(leave);

test('a request of the history is sent again unchanged, with the session’s token', async () => {
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

test('a value that was not stored must be entered before the request is sent again', async () => {
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

test('a request of the history is edited, and all are deleted', async () => {
  const { user } = await submitRequest('/first');
  await panel().findByText('200 OK');
  await user.clear(endpoint());
  await user.click(screen.getByRole('button', { name: 'Edit GET /first' }));
  expect(endpoint()).toHaveProperty('value', '/first');
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  expect(screen.getByText('Nothing was sent yet.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History' }));
  expect(localStorage.getItem('patchwork:tester-history')).toBeNull();
});

const key = 'patchwork:tester-history';

const entry = (id: number, draft: Partial<HistoryEntry['draft']> = {}): HistoryEntry => ({
  id: String(id),
  at: id,
  draft: { ...firstDraft, endpoint: `/${id}`, ...draft },
  result: '200 OK',
  duration: 1,
  size: 2,
  notStored: [],
});

function openTab() {
  const store = createStore();
  return {
    send: (sent: HistoryEntry) => store.set(addToHistoryAtom, sent),
    clear: () => store.set(clearHistoryAtom),
    ids: () => store.get(historyAtom).map(({ id }) => Number(id)),
    entries: () => store.get(historyAtom),
    follow: () => store.sub(historyAtom, () => undefined),
  };
}

test('the last fifty requests are stored, newest first', () => {
  const tab = openTab();
  for (let id = 1; id <= historyLength + 5; id += 1) tab.send(entry(id));
  expect(tab.ids()).toHaveLength(historyLength);
  expect(openTab().ids()).toEqual(tab.ids());
  expect(tab.ids()[0]).toBe(55);
});

test('token and password stay in memory, and the stored entry names them', () => {
  const tab = openTab();
  const headers = [{ isUsed: true, header: 'Authorization', value: 'secret-token' }];
  const body = '{"user":{"confirmPassword":"needle","name":"Asha"}}';
  tab.send(entry(1, { headers, body }));
  expect(tab.entries()[0]?.draft).toMatchObject({ headers, body });
  expect(localStorage.getItem(key)).not.toMatch(/secret-token|needle/);
  const [stored] = openTab().entries();
  expect(stored?.notStored).toEqual(['authorization', 'confirmPassword']);
  expect(stored?.draft.headers).toEqual([{ isUsed: true, header: 'Authorization', value: '' }]);
  expect(stored?.draft.body).toBe('{"user":{"confirmPassword":"","name":"Asha"}}');
});

test('every secret header and field is left out of the storage, and named', () => {
  const headers = [{ isUsed: true, header: 'X-XSRF-Token', value: 'needle' }];
  const body = '{"token":"needle","password":"","note":"a token"}';
  openTab().send(entry(1, { headers, body }));
  expect(localStorage.getItem(key)).not.toContain('needle');
  const [stored] = openTab().entries();
  expect(stored?.notStored).toEqual(['x-xsrf-token', 'token']);
  expect(stored?.draft.headers).toEqual([{ isUsed: true, header: 'X-XSRF-Token', value: '' }]);
  expect(stored?.draft.body).toBe('{"token":"","password":"","note":"a token"}');
});

test('secrets of the address and of a form are not stored either, and the rest is as it was typed', () => {
  const headers = [
    { isUsed: true, header: 'X-API-Key', value: 'K1' },
    { isUsed: true, header: 'Content-Type', value: 'application/x-www-form-urlencoded' },
  ];
  const endpoint = '/api/x?access_token=S1&a=1';
  openTab().send(entry(1, { endpoint, headers, body: 'client_secret=S2&n=1.00' }));
  expect(localStorage.getItem(key)).not.toMatch(/S1|K1|S2/);
  const [stored] = openTab().entries();
  expect(stored?.notStored).toEqual(['access_token', 'x-api-key', 'client_secret']);
  expect(stored?.draft).toMatchObject({
    endpoint: '/api/x?access_token=&a=1',
    body: 'client_secret=&n=1.00',
  });
});

test('an entry that is stored again still names the values that were not stored', () => {
  openTab().send(entry(1, { body: '{"password":"needle"}' }));
  openTab().send(entry(2));
  expect(openTab().entries()[1]?.notStored).toEqual(['password']);
});

test('requests sent by another tab appear in the history, and those that it deletes disappear', () => {
  const tab = openTab();
  const unfollow = tab.follow();
  tab.send(entry(1));
  openTab().send(entry(2));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  tab.send(entry(3));
  expect(openTab().ids()).toEqual([3, 2, 1]);
  openTab().clear();
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(tab.ids()).toEqual([]);
  unfollow();
});

test('a history of another shape is discarded', () => {
  localStorage.setItem(key, '{"version":1,"value":[{"id":7}]}');
  expect(openTab().ids()).toEqual([]);
});

test('if the storage is full, the page keeps its history in memory', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const tab = openTab();
  for (const id of [1, 2]) tab.send(entry(id));
  expect(tab.ids()).toEqual([2, 1]);
});
