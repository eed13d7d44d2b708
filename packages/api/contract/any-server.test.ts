import { testContract } from './contract.ts';

/** Address of the API under test, such as 'https://api.example.com'. Without one, vitest.config.ts leaves this file out. */
const baseUrl = process.env.CONTRACT_BASE_URL;

testContract({ isMock: false, fetch: (path, init) => fetch(`${baseUrl}${path}`, init) });
