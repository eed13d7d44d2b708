// @vitest-environment happy-dom
import { testContract } from '@patchwork/api/contract';
import { afterAll, beforeAll } from 'vitest';
import { type Mock, startMock } from './start.ts';

let mock: Mock;

beforeAll(async () => {
  localStorage.clear();
  mock = await startMock({ delay: 0 });
});

afterAll(() => mock.shutdown());

testContract({ isMock: true, fetch: (path, init) => fetch(path, init) });
