import { testContract } from '@patchwork/api/contract';
import { createOpenApi } from '@patchwork/api/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from './create-api-server.ts';
import { describeOnEachDatabase } from './testing/databases.ts';
import { openTestServer } from './testing/server.ts';

describeOnEachDatabase((newDatabase) => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await openTestServer({ database: await newDatabase() });
  });

  afterAll(() => server.stop());

  test('the OpenAPI document is at /api/openapi.json', async () => {
    const response = await server.fetch(new Request('http://localhost/api/openapi.json'));
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createOpenApi())));
  });

  testContract({
    isMock: false,
    fetch: (path, init) => server.fetch(new Request(new URL(path, 'http://localhost'), init)),
  });
});
