import { describe } from 'vitest';
import { testContract } from './contract.ts';

/** An API to hold to the contract, such as 'https://api.example.com'. */
const baseUrl = process.env.CONTRACT_BASE_URL;

describe.skipIf(baseUrl === undefined)(`the API at ${baseUrl}`, () => {
  testContract({ isMock: false, fetch: (path, init) => fetch(`${baseUrl}${path}`, init) });
});
