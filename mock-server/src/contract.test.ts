// @vitest-environment happy-dom
import { testContract } from '@patchwork/api/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { sampleOperator } from './data/sample-tables.ts';
import { type Mock, startMock } from './start.ts';

let mock: Mock;

const cashTerms = { limit: 6000, fee: 49 };

beforeAll(async () => {
  mock = await startMock({ delay: 0 });
  (await mock.openControl()).changeSettings({ cashOnDelivery: cashTerms });
});

afterAll(() => mock.shutdown());

testContract({
  isMock: true,
  fetch: (path, init) => fetch(path, init),
  operatorToken: async () => {
    const { email, password } = sampleOperator;
    const body = JSON.stringify({ email, password });
    const response = await fetch('/api/auth/login', { method: 'POST', body });
    return (await response.json()).encodedToken;
  },
  mailsTo: async (email) => {
    const { users } = (await mock.openControl()).read().tables;
    return users.find((user) => user.email === email)?.account.mails ?? [];
  },
  storeProduct: async (id, fields) => {
    const { read, editRow } = await mock.openControl();
    const row = read().tables.products.find(({ _id }) => _id === id);
    expect(editRow('products', id, { ...row, ...fields })).toMatchObject({ ok: true });
  },
  cashTerms,
  setPinCodes: async (pinCodes) => {
    const { changeSettings } = await mock.openControl();
    expect(changeSettings({ pinCodes })).toMatchObject({ ok: true });
  },
});
