import { randomUUID } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { sampleProducts } from '@patchwork/sample-data';
import { createApp } from '../../api-server/src/app.ts';
import { openSession } from '../../api-server/src/auth/sessions.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { cartLines, sessions, shoppers } from '../../api-server/src/database/schema.ts';
import { addGuest, seed } from '../../api-server/src/database/seed.ts';
import { createLog } from '../../api-server/src/log.ts';
import { createServices } from '../../api-server/src/services.ts';
import { readSettings } from '../../api-server/src/settings.ts';
import { bareListener, createBareApp, listen } from './targets.ts';

/*
 * Serves the API and the bare handlers from one process and one database, and writes where they are as one
 * line of JSON on the standard error: the standard output has the API's log.
 */

const CART_LINES = 3;

const [databaseUrl] = process.argv.slice(2);
const settings = readSettings({ ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, '/');
const { db } = await openDatabase(databaseUrl ? settings.database : { kind: 'memory' });
const services = await createServices(db, settings, createLog('info'));
await seed(db, settings.sampleStock);
await addGuest(db, services.passwords);

const [shopper] = await db.select().from(shoppers).limit(1);
if (!shopper) throw new Error('the sample has no shopper');
await db
  .insert(cartLines)
  .values(
    sampleProducts
      .slice(0, CART_LINES)
      .map((product) => ({ shopperId: shopper.id, productId: product._id, product })),
  )
  .onConflictDoNothing();
const token = await openSession(db, services.tokens, shopper);
const [session] = await db.select().from(sessions).limit(1);

const app = createApp(services, settings);
const api = await listen(getRequestListener((request) => app.fetch(request, {})));
const bare = await listen(bareListener(createBareApp(db, session?.id ?? randomUUID())));
process.stderr.write(`${JSON.stringify({ api, bare, token })}\n`);
