import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { answer } from './answer.ts';
import type { Database } from './database/database.ts';
import type { RequestEnvironment } from './request-log.ts';

const DATABASE_TIMEOUT_MS = 2_000;

/** `/healthz`: the process runs. `/readyz`: it can answer, because the database does. */
export function healthRoutes(app: Hono<RequestEnvironment>, db: Database): void {
  app.get('/healthz', (context) => answer(context, { status: 'ok' }));
  app.get('/readyz', async (context) => {
    const ready = await doesAnswer(db);
    return answer(context, { status: ready ? 'ok' : 'no database' }, { status: ready ? 200 : 503 });
  });
}

async function doesAnswer(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, DATABASE_TIMEOUT_MS, false);
  });
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
