import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { and, asc, eq, gt } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../src/database/database.ts';
import { cartLines, products, sessions } from '../src/database/schema.ts';

/**
 * The same framework and the same queries, and nothing else: no schema, token, log, limit or header.
 * What the API takes longer is the price of these.
 */
export function createBareApp(db: Database, sessionId: string): Hono {
  const app = new Hono();
  app.get('/api/products', async (context) =>
    context.json({ products: await db.select().from(products).orderBy(asc(products.position)) }),
  );
  app.get('/api/products/:productId', async (context) => {
    const [product] = await db
      .select()
      .from(products)
      .where(eq(products.id, context.req.param('productId')));
    return context.json({ product });
  });
  app.get('/api/user/cart', async (context) => {
    const [session] = await db
      .select({ shopperId: sessions.shopperId })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, new Date())));
    const cart = await db
      .select()
      .from(cartLines)
      .where(eq(cartLines.shopperId, session?.shopperId ?? ''))
      .orderBy(asc(cartLines.position));
    return context.json({ cart });
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
