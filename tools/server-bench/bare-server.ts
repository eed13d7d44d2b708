import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { sampleProducts } from '@patchwork/sample-data';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { createApp } from '../../api-server/src/app.ts';
import { openSession } from '../../api-server/src/auth/sessions.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { findProduct, toWireProduct } from '../../api-server/src/database/product-row.ts';
import { cartLines, products, sessions, shoppers } from '../../api-server/src/database/schema.ts';
import { addGuest, seed } from '../../api-server/src/database/seed.ts';
import { readCart } from '../../api-server/src/database/shopper-rows.ts';
import { createLog } from '../../api-server/src/log.ts';
import { createServices } from '../../api-server/src/services.ts';
import { readSettings } from '../../api-server/src/settings.ts';

/**
 * Creates an app with the framework, queries and answers of the API, but no schema, token, log, limit or header.
 * The difference in time is the price of these.
 */
function createBareApp(db: Database, sessionId: string): Hono {
  const app = new Hono();
  app.get('/api/products', async (context) => {
    const rows = await db.select().from(products).orderBy(asc(products.position));
    return context.json({ products: rows.map(toWireProduct) });
  });
  app.get('/api/products/:productId', async (context) =>
    context.json({ product: await findProduct(db, context.req.param('productId')) }),
  );
  // Built once, as the API does.
  const openSession = db
    .select({ shopperId: sessions.shopperId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, sql.placeholder('now'))))
    .prepare('');
  app.get('/api/user/cart', async (context) => {
    const [session] = await openSession.execute({ now: new Date() });
    return context.json({ cart: await readCart(db, session?.shopperId ?? '') });
  });
  return app;
}

/** Listens on a free port; returns the address. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

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
const bare = await listen(getRequestListener(createBareApp(db, session?.id ?? randomUUID()).fetch));
process.stderr.write(`${JSON.stringify({ api, bare, token })}\n`);
