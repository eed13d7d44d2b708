import { testContract } from './contract.ts';

/** Address of the API under test, such as 'https://api.example.com'. Without one, vitest.config.ts leaves this file out. */
const baseUrl = process.env.CONTRACT_BASE_URL;

const call = (path: string, init: RequestInit) => fetch(`${baseUrl}${path}`, init);

testContract({
  isMock: false,
  fetch: call,
  /** Logs in the operator of that API whose email and password are in the environment. */
  operatorToken: async () => {
    const { CONTRACT_OPERATOR_EMAIL: email, CONTRACT_OPERATOR_PASSWORD: password } = process.env;
    const response = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return (await response.json()).encodedToken;
  },
});
