import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../../api-server/src/database/database.ts';
import { findProduct, toWireProduct } from '../../api-server/src/database/product-row.ts';
import { products, sessions } from '../../api-server/src/database/schema.ts';
import { readCart } from '../../api-server/src/database/shopper-rows.ts';

/**
 * The same framework, queries and answers, and nothing else: no schema, token, log, limit or header.
 * What the API takes longer is the price of these.
 */
export function createBareApp(db: Database, sessionId: string): Hono {
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

export const bareListener = (app: Hono): RequestListener => getRequestListener(app.fetch);

/** Listens on a free port; returns the address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
