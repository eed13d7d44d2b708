import { testContract } from '@patchwork/api/contract';
import { afterAll, beforeAll } from 'vitest';
import type { ApiServer } from './create-api-server.ts';
import { describeOnEachDatabase } from './testing/databases.ts';

describeOnEachDatabase((openServer) => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await openServer();
  });

  afterAll(() => server.stop());

  testContract({
    isMock: false,
    fetch: (path, init) => server.fetch(new Request(new URL(path, 'http://localhost'), init)),
  });
});
