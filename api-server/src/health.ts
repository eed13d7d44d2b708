import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { answer } from './answer.ts';
import type { Database } from './database/database.ts';
import type { RequestEnvironment } from './request-log.ts';

const DATABASE_TIMEOUT_MS = 2_000;

/** `/healthz`: the process runs. `/readyz`: it can answer, because the database does. */
export function healthRoutes(app: Hono<RequestEnvironment>, db: Database): void {
  app.get('/healthz', (context) => {
    context.set('endpoint', 'health');
    return answer(context, { status: 'ok' });
  });
  app.get('/readyz', async (context) => {
    context.set('endpoint', 'health');
    const ready = await doesAnswer(db);
    return answer(context, { status: ready ? 'ok' : 'no database' }, { status: ready ? 200 : 503 });
  });
}

function doesAnswer(db: Database): Promise<boolean> {
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, setTimeout(DATABASE_TIMEOUT_MS, false, { ref: false })]);
}
