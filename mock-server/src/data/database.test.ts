// @vitest-environment happy-dom
import { demoAccount } from '@patchwork/domain';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, loadUsers, usersKey } from './database.ts';
import type { UserRow } from './rows.ts';
import { sampleTables, sampleUsers } from './sample-tables.ts';

const meera: UserRow = {
  _id: 'meera',
  firstName: 'Meera',
  lastName: 'Das',
  email: 'Meera@patchwork.example',
  password: 'x',
  createdAt: '2026-03-01T09:05:07+05:30',
  updatedAt: '2026-03-01T09:05:07+05:30',
  cart: [],
  wishlist: [],
  addresses: [],
  orders: [],
  checkouts: [],
  endedSessions: [],
  account: { tokens: [], mails: [] },
  pets: ['Tuck'],
};

/** Makes a method of the browser's storage throw. */
function breakStorage(broken: 'getItem' | 'setItem'): void {
  vi.spyOn(Storage.prototype, broken).mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
}

function forbidStorage(): void {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
}

beforeAll(loadUsers);

test('a saved user is still there after a reload, with its extra fields', () => {
  createDatabase().saveUser(meera);
  expect(createDatabase().findUser(meera.email)).toEqual(meera);
});

test('a user is found whatever the case of the email', () => {
  const data = createDatabase();
  data.saveUser(meera);
  expect(data.findUser('meera@PATCHWORK.example')).toEqual(meera);
});

test('saving a user again replaces the row', () => {
  const data = createDatabase();
  data.saveUser(meera);
  data.saveUser({ ...meera, lastName: 'Gupta' });
  expect(data.findUser(meera.email)?.lastName).toBe('Gupta');
  expect(JSON.parse(localStorage.getItem(usersKey) ?? '').value).toHaveLength(3);
});

test('replacing the tables with the sample’s leaves only the sample’s user, even after a reload', () => {
  const data = createDatabase();
  data.saveUser(meera);
  data.replace(sampleTables);
  for (const each of [data, createDatabase()]) {
    expect(each.findUser(meera.email)).toBeUndefined();
    expect(each.findUser(demoAccount.email)).toEqual(sampleUsers[0]);
  }
});

test('a user that another tab saves is found and not overwritten', () => {
  const [one, other] = [createDatabase(), createDatabase()];
  one.saveUser(meera);
  other.saveUser({ ...meera, _id: 'tara', email: 'tara@patchwork.example' });
  expect(one.findUser('tara@patchwork.example')).toBeDefined();
  expect(other.findUser(meera.email)).toBeDefined();
});

test.each([
  'not json',
  'null',
  '[]',
  '{"version":1,"value":7}',
  '{"version":1,"value":[{"email":"x"}]}',
  JSON.stringify({ version: 1, value: [{ ...meera, cart: [{ qty: 'many' }] }] }),
])('an unreadable stored value is discarded: %s', (garbage) => {
  localStorage.setItem(usersKey, garbage);
  const data = createDatabase();
  expect(data.findUser(demoAccount.email)).toEqual(sampleUsers[0]);
  data.saveUser(meera);
  expect(createDatabase().findUser(meera.email)).toEqual(meera);
});

describe.each([
  ['that cannot be written', () => breakStorage('setItem')],
  ['that cannot be read', () => breakStorage('getItem')],
  ['that is forbidden', forbidStorage],
])('with a storage %s', (_, fail) => {
  test('the data is in memory', () => {
    fail();
    const data = createDatabase();
    data.saveUser(meera);
    expect(data.findUser(meera.email)).toEqual(meera);
    data.replace(sampleTables);
    expect(data.findUser(meera.email)).toBeUndefined();
  });
});
