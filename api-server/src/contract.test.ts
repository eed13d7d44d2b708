import { testContract } from '@patchwork/api/contract';
import { createOpenApi } from '@patchwork/api/openapi';
import { searchTextOf } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from './create-api-server.ts';
import type { OpenDatabase } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { mails, products, shoppers } from './database/schema.ts';
import { serverRefusals } from './http/refusals.ts';
import { mailBackInStock } from './mail/stock-alerts.ts';
import { replacePins } from './rows/pin-codes.ts';
import { describeOnEachDatabase } from './testing/databases.ts';
import { openTestServer } from './testing/server.ts';
import { signUp } from './testing/shopper.ts';

const cashTerms = { limit: 6000, fee: 49 };

describeOnEachDatabase((newDatabase) => {
  let server: ApiServer;
  let database: OpenDatabase;

  beforeAll(async () => {
    const location = await newDatabase();
    database = await openDatabase(location);
    const smtp = { url: 'smtp://127.0.0.1:1', from: 'shop@patchwork.example' };
    server = await openTestServer(
      { database: location, cashOnDelivery: cashTerms, smtp },
      database,
    );
  });

  afterAll(() => server.stop());

  test('the OpenAPI document is at /api/openapi.json', async () => {
    const response = await server.fetch(new Request('http://localhost/api/openapi.json'));
    const document = createOpenApi('/', { codes: Object.keys(serverRefusals) });
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  testContract({
    isMock: false,
    fetch: (path, init) => server.fetch(new Request(new URL(path, 'http://localhost'), init)),
    operatorToken: async () => {
      const { id, token } = await signUp(server);
      await database.db.update(shoppers).set({ role: 'operator' }).where(eq(shoppers.id, id));
      return token;
    },
    mailsTo: (email) =>
      database.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.createdAt),
    tidyUp: () => mailBackInStock(database.db),
    storeProduct: async (id, fields) => {
      const search = 'title' in fields ? { searchTitle: searchTextOf(fields.title) } : {};
      await database.db
        .update(products)
        .set({ ...fields, ...search })
        .where(eq(products.id, id));
    },
    cashTerms,
    setPinCodes: (pinCodes) => {
      const rows = Object.entries(pinCodes).map(([pin, entry]) => ({ pin, ...entry }));
      return replacePins(database.db, rows, { actor: 'test', action: 'pins import' });
    },
  });
});
