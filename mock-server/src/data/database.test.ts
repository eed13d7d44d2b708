import { demoAccount } from '@patchwork/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, storageKey } from './database.ts';
import type { UserRow } from './rows.ts';
import { sampleTables } from './sample-tables.ts';
import { sampleUsers } from './sample-users.ts';

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
  pets: ['Tuck'],
};

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

const brokenStorage = (broken: 'getItem' | 'setItem'): Storage => ({
  ...memoryStorage(),
  [broken]: () => {
    throw new DOMException('refused', 'SecurityError');
  },
});

let storage: Storage;

beforeEach(() => {
  storage = memoryStorage();
});

test('a saved user is there after a reload, extra fields and all', () => {
  createDatabase(storage).saveUser(meera);
  expect(createDatabase(storage).findUser(meera.email)).toEqual(meera);
});

test('a user is found whatever the case of the email', () => {
  const data = createDatabase(storage);
  data.saveUser(meera);
  expect(data.findUser('meera@PATCHWORK.example')).toEqual(meera);
});

test('saving a user again replaces the row', () => {
  const data = createDatabase(storage);
  data.saveUser(meera);
  data.saveUser({ ...meera, lastName: 'Gupta' });
  expect(data.findUser(meera.email)?.lastName).toBe('Gupta');
  expect(JSON.parse(storage.getItem(storageKey) ?? '').users).toHaveLength(2);
});

test('the sample’s tables forget everyone but its user, for a reload too', () => {
  const data = createDatabase(storage);
  data.saveUser(meera);
  data.replace(sampleTables);
  for (const each of [data, createDatabase(storage)]) {
    expect(each.findUser(meera.email)).toBeUndefined();
    expect(each.findUser(demoAccount.email)).toEqual(sampleUsers[0]);
  }
});

test('what another tab saves is seen, and is not overwritten', () => {
  const [one, other] = [createDatabase(storage), createDatabase(storage)];
  one.saveUser(meera);
  other.saveUser({ ...meera, _id: 'tara', email: 'tara@patchwork.example' });
  expect(one.findUser('tara@patchwork.example')).toBeDefined();
  expect(other.findUser(meera.email)).toBeDefined();
});

test.each([
  'not json',
  'null',
  '[]',
  '{"users":7}',
  '{"users":[{"email":"x"}]}',
  JSON.stringify({ users: [{ ...meera, cart: [{ qty: 'many' }] }] }),
])('garbage is discarded: %s', (garbage) => {
  storage.setItem(storageKey, garbage);
  const data = createDatabase(storage);
  expect(data.findUser(demoAccount.email)).toEqual(sampleUsers[0]);
  data.saveUser(meera);
  expect(createDatabase(storage).findUser(meera.email)).toEqual(meera);
});

describe.each([
  ['that refuses to be written', () => brokenStorage('setItem')],
  ['that refuses to be read', () => brokenStorage('getItem')],
  ['that is not there', () => undefined],
])('a storage %s', (_, create) => {
  test('leaves the data in memory', () => {
    const data = createDatabase(create());
    data.saveUser(meera);
    expect(data.findUser(meera.email)).toEqual(meera);
    data.replace(sampleTables);
    expect(data.findUser(meera.email)).toBeUndefined();
  });
});
