import { endpointNames } from '@patchwork/api';
import { testContract } from '@patchwork/api/contract';
import { afterAll, beforeAll } from 'vitest';
import type { ApiServer } from './create-api-server.ts';
import { handlers } from './handlers/handlers.ts';
import { describeOnEachDatabase } from './testing/databases.ts';

describeOnEachDatabase((openServer) => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await openServer();
  });

  afterAll(() => server.stop());

  testContract({
    isMock: false,
    lacks: endpointNames.filter((name) => !(name in handlers)),
    fetch: (path, init) => server.fetch(new Request(new URL(path, 'http://localhost'), init)),
  });
});
